import type { RecordRow } from './row.ts'

/** Columns of numbers that are not counts: readers that look at the first rows alone must not take them for integers. */
const FRACTIONS: ReadonlySet<string> = new Set<keyof RecordRow>([
  ...([
    'x',
    'y',
    'z',
    'length',
    'width',
    'height',
    'qw',
    'qx',
    'qy',
    'qz',
    'x1',
    'y1',
    'x2',
    'y2',
    'agreement',
  ] as const),
])

/** A row as a line of JSON: 640 of such a column is 640.0. */
export function rowLine(row: RecordRow): string {
  const members = Object.entries(row).map(([name, value]) => {
    const isWhole = Number.isSafeInteger(value) && FRACTIONS.has(name)
    return `${JSON.stringify(name)}:${JSON.stringify(value)}${isWhole ? '.0' : ''}`
  })
  return `{${members.join(',')}}\n`
}
