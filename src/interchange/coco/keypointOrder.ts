import type { Spool } from '../core/archive.ts'
import type { ExportSet } from '../core/exportSet.ts'
import { linesOf } from '../core/lines.ts'
import { keypointName } from '../records/keypointName.ts'
import type { LabelledKeypoints } from './annotation.ts'

export const COCO_INFO = '"info":{"description":"Exported by Fiducial","version":"1"},"licenses":[]'

/** The key points of each class, by category: complete once all have been seen. */
export class KeypointOrder {
  readonly #labels = new Map<number, Set<number>>()

  /** The points of a class's skeleton are there whether or not an object has them. @param firstId of categories */
  constructor({ classes }: Pick<ExportSet, 'classes'>, firstId: 0 | 1) {
    for (const { index, tagClass } of classes.list) {
      const { skeleton } = tagClass
      if (skeleton) this.#labels.set(index + firstId, new Set(skeleton.points.map((_, i) => i + 1)))
    }
  }

  note(categoryId: number, keypoints: readonly (readonly [label: number, ...unknown[]])[]): void {
    const known = this.#labels.get(categoryId) ?? new Set()
    this.#labels.set(categoryId, known)
    for (const [label] of keypoints) known.add(label)
  }

  /** Labels in ascending order; null for a category without key points. All points of a skeleton have a place. */
  of(categoryId: number): number[] | null {
    const known = this.#labels.get(categoryId)
    return known ? [...known].sort((a, b) => a - b) : null
  }
}

/** The categories of a COCO file, one a line. */
export const cocoCategories = ({ classes }: ExportSet, order: KeypointOrder): string =>
  classes.list
    .map(({ name, index, tagClass: { skeleton } }) => {
      const labels = order.of(index + 1)
      const keypoints = labels && {
        keypoints: labels.map((label) => keypointName(skeleton, label)),
        skeleton: skeleton?.edges ?? [],
      }
      return JSON.stringify({ id: index + 1, name, supercategory: '', ...keypoints })
    })
    .join(',\n')

interface WaitingKeypoints {
  category_id: number
  keypoints: LabelledKeypoints
}

/** Rows of JSON, their key points in the order of their class, 0 0 0 for those that an object does not have. */
export async function* orderedKeypoints(spool: Spool, order: KeypointOrder, isFirst: boolean): AsyncGenerator<string> {
  let separator = isFirst ? '' : ','
  for await (const line of linesOf(spool.content())) {
    const { keypoints, ...row } = JSON.parse(line) as WaitingKeypoints
    const byLabel = new Map(keypoints.map(([label, ...rest]) => [label, rest]))
    const list = (order.of(row.category_id) ?? []).flatMap((label) => byLabel.get(label) ?? [0, 0, 0])
    yield `${separator}\n${JSON.stringify({ ...row, keypoints: list, num_keypoints: keypoints.length })}`
    separator = ','
  }
}
