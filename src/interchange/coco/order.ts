import { isResultOf } from '../../formats/results/resultForm.ts'
import type { Tag } from '../../model/tag.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Losses } from '../core/losses.ts'
import { dropRecord } from '../records/dropRecord.ts'
import { imageRecords, type ResultShape } from '../records/flatRecords.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { bboxOf, type CocoGeometry, carriesRotation, cocoGeometry } from './annotation.ts'

export interface OrderedRecord {
  record: ResultShape
  /** null for key points. */
  geometry: CocoGeometry | null
}

/**
 * The records of an image that COCO can hold, in an order that depends only on what is written: read back, an ellipse
 * is a polygon and a polygon with holes is a mask, and the file must stay the same.
 */
export function orderedRecords(job: ExportJob, size: PixelSize, losses: Losses): OrderedRecord[] {
  if (!isResultOf(job.document, 'image')) return []
  const groups: OrderedRecord[][] = [[], [], [], [], []]
  for (const record of imageRecords(job.document)) {
    const geometry = cocoGeometry(record, size, job.tag)
    if (geometry || record.shape.type === 'landmark')
      groups[placeOf(record, geometry, job.tag)].push({ record, geometry })
    else dropRecord(losses, job, record)
  }
  return groups.flat()
}

export const isRunLengths = (geometry: CocoGeometry | null): boolean =>
  geometry !== null && !Array.isArray(geometry.segmentation)

/** Boxes, polygons, rotated boxes, run lengths, key points. */
function placeOf(record: ResultShape, geometry: CocoGeometry | null, tag: Tag): number {
  if (!geometry) return 4
  if (record.shape.type === 'rectangle') return 0
  if (isRunLengths(geometry)) return 3
  if (record.shape.type === 'rotated_rectangle' && carriesRotation(record, tag)) return 2
  return isBox(geometry) ? 0 : 1
}

function isBox({ segmentation, bbox: [left, top, width, height] }: CocoGeometry): boolean {
  if (!Array.isArray(segmentation) || segmentation.length !== 1 || segmentation[0].length !== 8) return false
  const [x1, y1, x2, y2, x3, y3, x4, y4] = segmentation[0]
  const isAligned = x1 === left && y1 === top && y2 === top && x2 === x3 && y3 === y4 && x4 === left
  const box = bboxOf({ left, top, right: x2, bottom: y3 })
  return isAligned && box[2] === width && box[3] === height
}
