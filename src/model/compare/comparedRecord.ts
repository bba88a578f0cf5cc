import type { Cuboid } from '../../geometry/cuboid.ts'
import { type AttributeValues, NO_ATTRIBUTES } from '../attribute.ts'
import type { AnnotatedDocument } from '../document/document.ts'
import { frameAttributes, type Projected, type RecordJob, resolveRecords } from '../document/records.ts'
import type { ViewShape } from '../document/shape.ts'
import { classById } from '../tag.ts'

/** A box in the common frame. */
export interface SolidShape {
  type: 'solid'
  cuboid: Cuboid
}

/** One record of a document as a comparison sees it. */
export interface ComparedRecord {
  /** `_id`. */
  id: string
  trackId: string
  frame: number
  /** null: in the common frame; '': the image or the frame of a video. */
  sensorId: string | null
  label: string
  /** Present, but covered. */
  hidden: boolean
  shape: ViewShape | SolidShape
  /** Those of the object and of the frame together. */
  attributes: AttributeValues
}

export interface RecordsOptions {
  projected?: Projected | null
  /** `_id` of a record without its own. */
  recordId?(trackId: string, sensorId: string, frame: number): string
}

const placeOf = (trackId: string, sensorId: string, frame: number) => `${trackId}/${sensorId}/${frame}`

/** The records that a job delivers. Boxes that follow a cuboid are there where `projected` shows them. */
export function comparedRecords(
  document: AnnotatedDocument,
  job: RecordJob,
  { projected = null, recordId = placeOf }: RecordsOptions = {},
): ComparedRecord[] {
  const classes = classById(job.tag)
  const records: ComparedRecord[] = []
  for (const record of resolveRecords(document, job, projected)) {
    if (record.kind === 'following') continue
    const { track, frame, sensorId } = record
    records.push({
      id: record.id ?? recordId(track.id, sensorId ?? '', frame),
      trackId: track.id,
      frame,
      sensorId,
      label: classes.get(track.classId)?.name ?? '',
      hidden: record.hidden,
      shape: record.kind === 'cuboid' ? { type: 'solid', cuboid: record.cuboid } : record.shape,
      attributes: merged(track.attributes, frameAttributes(record)),
    })
  }
  return records
}

function merged(ofObject: AttributeValues, ofFrame: AttributeValues): AttributeValues {
  if (ofObject.size + ofFrame.size === 0) return NO_ATTRIBUTES
  return ofFrame.size === 0 ? ofObject : new Map([...ofObject, ...ofFrame])
}
