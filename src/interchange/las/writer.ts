import { ownAttributeCount } from '../core/attributeCount.ts'
import { ExportError, type Writer } from '../core/format.ts'
import { pointLabels } from '../segmentation/pointLabels.ts'
import { lasPlacement } from './bounds.ts'
import { lasPieces } from './points.ts'

const MAX_CLASSES = 255

/** A file a job, in the coordinates of its cloud. */
export const writeLas: Writer = async (set, archive, losses) => {
  if (set.classes.list.length > MAX_CLASSES)
    throw new ExportError('TOO_MANY_CLASSES', `LAS knows ${MAX_CLASSES} classes beside 0`)
  for await (const job of set.jobs()) {
    const [frame] = job.frames
    losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
    const points = await job.openLabels()
    if (!points) {
      losses.add('file_deleted', job)
      continue
    }
    const placement = lasPlacement(points.cloud)
    losses.add('point_dropped', job, { count: points.cloud.pointCount - placement.count })
    await archive.add(`${job.name}.las`, lasPieces(points, pointLabels(job, set.classes), placement), { job, frame })
  }
}
