import { valueCount } from '../core/attributeCount.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Losses, LossPlace } from '../core/losses.ts'
import type { ResultShape } from './flatRecords.ts'

/** Counts a record that the format cannot say, and the values that go with it. */
export function dropRecord(losses: Losses, job: ExportJob, record: ResultShape, place: LossPlace = {}): void {
  losses.add(`${record.shape.type}_dropped`, job, place)
  const count = valueCount(record.attributes) + valueCount(record.frameAttributes)
  losses.add('attribute_dropped', job, { ...place, count })
}
