import type { ExportSet } from '../core/exportSet.ts'

/** The data configuration that semantic-kitti-api and training code read. Text in double quotes is JSON and YAML. */
export function configYaml({ classes }: ExportSet, sequences: ReadonlyMap<string, readonly string[]>): string {
  const all = [{ label: 0, name: 'unlabeled', color: [0, 0, 0] }, ...classes.list.map(rowOf)]
  const section = (title: string, value: (row: (typeof all)[number]) => string) => [
    `${title}:`,
    ...all.map((row) => `  ${row.label}: ${value(row)}`),
  ]
  return `${[
    'name: "fiducial"',
    ...section('labels', ({ name }) => JSON.stringify(name)),
    // Blue, green, red.
    ...section('color_map', ({ color }) => `[${[...color].reverse().join(', ')}]`),
    ...section('learning_map', ({ label }) => String(label)),
    ...section('learning_map_inv', ({ label }) => String(label)),
    ...section('learning_ignore', ({ label }) => (label === 0 ? 'True' : 'False')),
    'split:',
    ...[...sequences].map(([split, names]) => `  ${split}: [${names.map((name) => JSON.stringify(name)).join(', ')}]`),
  ].join('\n')}\n`
}

const rowOf = ({ name, index, tagClass }: ExportSet['classes']['list'][number]) => ({
  label: index + 1,
  name,
  color: (tagClass.color.match(/\d+/g) ?? ['0', '0', '0']).map(Number),
})

/** `labels:` of a data configuration: one number and name per line. Nothing else of it is read. */
export function readLabelNames(text: string): Map<number, string> {
  const names = new Map<number, string>()
  let isInside = false
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) isInside = /^labels\s*:/.test(line)
    const entry = isInside ? /^\s+(\d+)\s*:\s*(.+?)\s*$/.exec(line) : null
    if (entry) names.set(Number(entry[1]), unquoted(entry[2]))
  }
  return names
}

function unquoted(text: string): string {
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(text)
  if (quoted) return quotedText(quoted[0])
  return text.replace(/\s+#.*$/, '').replace(/^'(.*)'$/, '$1')
}

/** The text unchanged if it has an escape of YAML that JSON does not have. */
function quotedText(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
