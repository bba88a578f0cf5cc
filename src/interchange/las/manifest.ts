import { Type } from 'typebox'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import { ownAttributeCount } from '../core/attributeCount.ts'
import { ExportError, type Format, type Writer } from '../core/format.ts'
import { pointLabels } from '../segmentation/pointLabels.ts'
import { lasPlacement } from './bounds.ts'
import { lasPieces } from './points.ts'
import { readLas } from './reader.ts'

const MAX_CLASSES = 255

/** A file a job, in the coordinates of its cloud. */
const writeLas: Writer = async (set, archive, losses) => {
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

/** LAS 1.4 R15 of the ASPRS. */
export const las: Format = {
  format: 'las',
  title: 'LAS',
  description:
    'The labelled clouds as LAS 1.4: the class as classification, the instance as an extra dimension. Points without coordinates are left out.',
  annotationTypes: typesWithResult('points'),
  version: '1',
  specUrl: 'https://www.asprs.org/wp-content/uploads/2019/07/LAS_1_4_r15.pdf',
  options: Type.Object({}, { additionalProperties: false }),
  losses: ['attribute_dropped', 'point_dropped'],
  files: 'optional',
  firstClassNumber: 1,
  tree: ['NAME.las'],
  write: writeLas,
  read: readLas,
}
