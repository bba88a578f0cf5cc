import { FailureList } from '../../formats/results/failureList.ts'
import type { JsonObject } from '../../formats/results/read.ts'
import type { ResultOf } from '../../formats/results/resultForm.ts'
import { IMAGE_GROUPS, readFlatShape } from '../../formats/results/wireShapes.ts'
import type { FlatGeometryKind } from '../../model/annotationType.ts'
import type { FlatShape } from '../../model/document/shape.ts'

/** `attributes` of result documents. */
export type WireAttributes = Readonly<Record<string, { value: string | number | boolean | string[] }>>

/** One 2D shape of an image or of one frame of a video. */
export interface ResultShape {
  id: string
  /** null in images, where each record is a separate object. */
  trackId: string | null
  /** '' in images. */
  frameId: string
  label: string
  source: string
  shape: FlatShape
  /** Attributes of the object. */
  attributes: WireAttributes
  /** Attributes in this frame; empty in images. */
  frameAttributes: WireAttributes
  hidden: boolean
  keyFrame: boolean
  /** How far several annotators agree with it; null: one made it. */
  agreement: number | null
}

/** The common members of a video's tracks; the schema distinguishes them by geometry. */
interface WireTrack {
  track_id: string
  type: FlatGeometryKind
  label: string
  attributes: WireAttributes
  frames: Readonly<Record<string, WireFrameRecord>>
}

interface WireFrameRecord {
  _id: string
  source: string
  hidden: boolean
  key_frame: boolean
  attributes: WireAttributes
  agreement?: number
}

/** The records of an image, group by group in the order of the document. */
export function* imageRecords({ data }: ResultOf<'image'>): Generator<ResultShape> {
  const { width, height } = data.image
  const size = { widthPx: width, heightPx: height }
  const failures = new FailureList()
  for (const { name, kind } of IMAGE_GROUPS) {
    for (const record of data.annotations[name] ?? []) {
      yield {
        id: record._id,
        trackId: null,
        frameId: '',
        label: record.label,
        source: record.source,
        shape: shapeOf(kind, record, size, failures),
        attributes: record.attributes,
        frameAttributes: {},
        hidden: false,
        keyFrame: true,
        agreement: record.agreement ?? null,
      }
    }
  }
}

export interface FlatTrack {
  trackId: string
  type: FlatGeometryKind
  label: string
  attributes: WireAttributes
  /** By frame_id: only frames that have the object. */
  records: ReadonlyMap<string, ResultShape>
}

/** The tracks of a video, in the order of the document. */
export function* videoTracks({ data }: ResultOf<'video'>): Generator<FlatTrack> {
  const failures = new FailureList()
  const sizes = new Map(data.video_data.frames.map((frame) => [frame.frame_id, frame]))
  for (const track of data.annotation_data.annotations as readonly WireTrack[]) {
    const { track_id: trackId, type, label, attributes } = track
    const records = new Map<string, ResultShape>()
    for (const [frameId, record] of Object.entries(track.frames)) {
      const size = sizes.get(frameId)
      if (!size) throw new RangeError(`the result has no frame ${frameId}`)
      records.set(frameId, {
        id: record._id,
        trackId,
        frameId,
        label,
        source: record.source,
        shape: shapeOf(type, record, { widthPx: size.width, heightPx: size.height }, failures),
        attributes,
        frameAttributes: record.attributes,
        hidden: record.hidden,
        keyFrame: record.key_frame,
        agreement: record.agreement ?? null,
      })
    }
    yield { trackId, type, label, attributes, records }
  }
}

/** Delivered records are valid: a fault ends the iteration, so that a document needs one list for all. */
function shapeOf(
  type: FlatGeometryKind,
  record: object,
  image: { widthPx: number; heightPx: number },
  failures: FailureList,
): FlatShape {
  const shape = readFlatShape(type, record as JsonObject, '', image, failures)
  if (!shape) throw new Error(`a delivered ${type} does not read back: ${JSON.stringify(failures.all[0] ?? null)}`)
  return shape
}
