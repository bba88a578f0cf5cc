import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import { recordsOf } from '../../model/document/records.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'

/**
 * The most records that a document delivers: in videos and 3D, each frame's shape is one; in a segmentation, the legend
 * entries in use except unlabelled. Rectangles that follow a cuboid count in every frame of it; which of them a camera
 * sees is known only when the result is written: see Assembly.onRecords.
 */
export function annotationCount(
  document: AnnotatedDocument,
  labels: PointLabels | ReadonlyMap<number, number> | null = null,
): number {
  if (rulesOf(document.annotationType).hasLabels) return labelsInUse(document, labels)
  let count = 0
  for (const track of document.tracks.values()) for (const _ of recordsOf(document, track)) count++
  return count
}

export function labelsInUse(
  document: AnnotatedDocument,
  labels: PointLabels | ReadonlyMap<number, number> | null,
): number {
  const used = labels instanceof Uint32Array ? countLabels(labels) : labels
  return document.legend.filter((entry) => entry.labelKey !== 0 && used?.get(entry.labelKey)).length
}
