import type { ExportSet } from '../core/exportSet.ts'

/**
 * Ultralytics' description of a data set. It always has `train` and `val`: without splits of that name, training uses
 * the first split and validation the last. It has no `path`: the default is the folder of this file wherever training
 * is started, while `.` would be the current folder. Text in double quotes is the same in JSON and YAML.
 */
export function dataYaml({ classes, splits }: ExportSet, more: readonly string[] = []): string {
  const folder = (split: string) => JSON.stringify(`images/${split}`)
  const named = (wanted: string) => (splits.includes(wanted) ? wanted : null)
  const train = named('train') ?? splits[0]
  const val = named('val') ?? named('valid') ?? splits.at(-1) ?? train
  const test = named('test')
  return `${[
    `train: ${folder(train)}`,
    `val: ${folder(val)}`,
    ...(test ? [`test: ${folder(test)}`] : []),
    `nc: ${classes.list.length}`,
    'names:',
    ...classes.list.map(({ index, name }) => `  ${index}: ${JSON.stringify(name)}`),
    ...more,
  ].join('\n')}\n`
}
