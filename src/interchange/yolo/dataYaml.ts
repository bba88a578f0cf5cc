import type { ExportSet } from '../core/exportSet.ts'

/**
 * Ultralytics' description of a data set. `train` and `val` are always there: without splits of that name, training and
 * validation look at the first and the last split. There is no `path`: then it is the folder of this file, from wherever
 * training is started, while `.` would be the folder that it is started in. Text in double quotes is the same in JSON and YAML.
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
