import type { JobPayloadAnswer } from '../../contract/payload.ts'
import type { PointLabels } from '../../model/document/document.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'

/**
 * Points by label_key before the cloud itself is here: missing points, which cannot be labelled, are known by their number
 * alone and taken for unlabelled ones.
 */
export function roughLabelCounts(
  labels: PointLabels,
  { content }: Pick<JobPayloadAnswer, 'content'>,
): Map<number, number> {
  const counts = countLabels(labels)
  const clouds = 'sensors' in content ? content.frames.flatMap(({ sensors }) => sensors) : []
  const missing = clouds.reduce((sum, { cloud }) => sum + (cloud ? cloud.pointCount - cloud.finiteCount : 0), 0)
  counts.set(0, Math.max(0, (counts.get(0) ?? 0) - missing))
  return counts
}
