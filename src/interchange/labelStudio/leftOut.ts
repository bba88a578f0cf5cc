import { unreadMembers } from '../core/importedAttributes.ts'
import type { ReadRequest } from '../core/reader.ts'
import type { ReadPlace } from '../records/submittedImage.ts'
import { isRegion, labelsOfRegion } from './readRegion.ts'
import type { LabelResult, LabelTask } from './tasks.ts'

export const RELATION = 'relation'

/** Members of a task that are read, or that only describe the work on it. */
const READ_OF_TASK = new Set([
  'id',
  'data',
  'annotations',
  'predictions',
  'inner_id',
  'project',
  'created_at',
  'updated_at',
  'updated_by',
  'total_annotations',
  'cancelled_annotations',
  'total_predictions',
  'file_upload',
  'overlap',
  'is_labeled',
  'comment_count',
  'unresolved_comment_count',
  'last_comment_updated_at',
  'comment_authors',
  'avg_lead_time',
  'allow_skip',
  'completed_at',
  'storage_filename',
  'agreement',
  'annotators',
  'annotators_count',
])
/** The same for an annotation or a prediction. */
const READ_OF_ANSWER = new Set([
  'id',
  'result',
  'was_cancelled',
  'ground_truth',
  'completed_by',
  'created_at',
  'created_ago',
  'created_username',
  'updated_at',
  'updated_by',
  'draft_created_at',
  'lead_time',
  'result_count',
  'unique_id',
  'import_id',
  'task',
  'project',
  'last_action',
  'last_created_by',
  'bulk_created',
  'prediction',
  'parent_prediction',
  'parent_annotation',
  'model',
  'model_run',
  'type',
])
const READ_OF_REGION = new Set([
  'id',
  'type',
  'from_name',
  'to_name',
  'original_width',
  'original_height',
  'value',
  'meta',
  'parentID',
])
const READ_OF_VALUE = new Set([
  'x',
  'y',
  'width',
  'height',
  'rotation',
  'radiusX',
  'radiusY',
  'points',
  'closed',
  'format',
  'rle',
  'labels',
])
const READ_OF_META = new Set(['rotated', 'keypoint', 'visible'])

/** The origin of a region that a person drew, which is not worth a note. */
const MANUAL = 'manual'

/** Further members of a region besides its shape and labels, such as `score`, `hidden`, `image_rotation` and notes. */
export function notesOfRegion(result: LabelResult): [string, unknown][] {
  const { type = '', value = {}, meta = {} } = result
  return [
    ...unreadMembers(result, READ_OF_REGION).filter(([name, one]) => !(name === 'origin' && one === MANUAL)),
    // Regions that take their labels from another control do not have them in a member named by their type.
    ...unreadMembers(value, new Set([...READ_OF_VALUE, type])),
    ...unreadMembers(meta, READ_OF_META).map(([name, one]): [string, unknown] => [`meta.${name}`, one]),
  ]
}

/** Members of a whole answer, such as `score` and `model_version` of a prediction: they become values of the image. */
export const notesOfAnswer = (answer: object): [string, unknown][] => unreadMembers(answer, READ_OF_ANSWER)

/**
 * Reports the parts of a task that cannot be held: answers of further people and of models, drafts and second labels.
 */
export function reportLeftOut(
  task: LabelTask,
  results: readonly LabelResult[],
  { file, field }: ReadPlace,
  { fail }: ReadRequest,
): void {
  const more = (name: string, lost: string) => fail({ file, field: `${field} ${name}`, type: 'NOT_ALLOWED', lost })
  for (const list of ['annotations', 'predictions'] as const)
    for (const [index, answer] of (task[list] ?? []).entries()) {
      const name = `${list.slice(0, -1)} ${index}`
      if (typeof answer === 'number') more(name, list)
      else if (answer.result !== results && answer.result.length > 0) more(name, list)
      else if (answer.result === results && answer.ground_truth) more(`${name}.ground_truth`, 'ground_truth')
    }
  for (const [name] of unreadMembers(task, READ_OF_TASK)) more(name, name)
  for (const result of results) {
    if (!isRegion(result)) continue
    for (const label of labelsOfRegion(result).slice(1)) more(`region ${result.id ?? ''}.labels.${label}`, 'labels')
  }
}
