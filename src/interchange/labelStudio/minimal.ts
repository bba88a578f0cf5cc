import { isLabelResult, type LabelResult, type LabelTask, type MinimalTask } from './tasks.ts'

/** Members of a "JSON-MIN" record that only describe the work. */
const WORK = new Set([
  'id',
  'annotator',
  'annotation_id',
  'created_at',
  'updated_at',
  'lead_time',
  'agreement',
  'file_name',
  'split',
])

/** A value of one region says its labels in a member called like its type. */
const LABELS = /labels$/

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The task that a record of Label Studio's "JSON-MIN" was made of. There, answers are members like those that the task
 * is about, under the names of their controls: a list of regions is recognised, the rest belongs to the image.
 */
export function taskOfMinimal(record: MinimalTask, imageOf: (data: LabelTask['data']) => string): LabelTask {
  const image = imageOf(record)
  const answers = Object.entries(record).filter(
    ([name, value]) => !WORK.has(name) && !(image !== '' && typeof value === 'string' && value.startsWith(image)),
  )
  const result = answers.flatMap(([name, value]) =>
    (Array.isArray(value) && value.some(isObject) ? value : [value]).map((one, index) => resultOf(name, one, index)),
  )
  return { data: record, annotations: [{ result: result.filter(isLabelResult) }] }
}

function resultOf(from_name: string, value: unknown, index: number): LabelResult {
  const id = `${from_name} ${index}`
  if (!isObject(value)) return { id, from_name, value: { text: [value].flat() } }
  const { original_width, original_height, id: given, parentID, ...said } = value
  const type = Object.keys(said).find((name) => name !== 'labels' && LABELS.test(name)) ?? shapeOf(said)
  return {
    id: typeof given === 'string' ? given : id,
    from_name,
    value: said,
    ...(type !== undefined && { type }),
    ...(typeof original_width === 'number' && { original_width }),
    ...(typeof original_height === 'number' && { original_height }),
    ...(typeof parentID === 'string' && { parentID }),
  }
}

/** The kind of a region whose labels are in `labels`. */
function shapeOf(value: Record<string, unknown>): string | undefined {
  if ('rle' in value) return 'brush'
  if ('radiusX' in value) return 'ellipse'
  if ('points' in value) return 'polygon'
  if ('height' in value) return 'rectangle'
  return 'x' in value ? 'keypoint' : undefined
}
