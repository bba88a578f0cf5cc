import { writeShape } from '../../formats/results/wireShapes.ts'
import type { Attribute } from '../../model/attribute.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { attributesFor, attributesOfClass, notedValues } from '../core/importedAttributes.ts'
import type { ImportTarget, ReadRequest } from '../core/reader.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { attributePlace, type ReadPlace } from './submittedImage.ts'

/** One object of a data set's video in one of its frames. */
export interface ReadTrackFrame {
  /** Counted from 0. */
  frame: number
  /** The shape in pixels of that frame's image, for an object of that class; null: its data is not a shape. */
  shape(size: PixelSize, className: string): FlatShape | null
  hidden: boolean
  keyFrame: boolean
  values: Iterable<readonly [string, unknown]>
  /** What the format notes of every object: values where the class has attributes of these names. */
  noted?: Iterable<readonly [string, unknown]>
  place: ReadPlace
}

export interface ReadTrack {
  trackId: string
  /** The class as the data set spells it. */
  label: string
  frames: readonly ReadTrackFrame[]
  relations?: readonly { name: string; to: string }[]
}

/** `data` of a video as it is submitted. Unusable parts are reported and left out. */
export function submittedTracks(
  request: ReadRequest,
  tracks: Iterable<ReadTrack>,
  target: ImportTarget,
  givenSize: PixelSize | null,
  rename: (label: string) => string | null,
): object {
  const annotations: object[] = []
  for (const track of tracks) {
    const label = rename(track.label)
    const written = label === null ? null : submittedTrack(request, track, label, target, givenSize)
    if (written) annotations.push(written)
  }
  return { annotation_data: { annotations } }
}

function submittedTrack(
  request: ReadRequest,
  track: ReadTrack,
  label: string,
  target: ImportTarget,
  givenSize: PixelSize | null,
): object | null {
  const known = attributesOfClass(request.tag, label)
  const frames = new Map<string, object>()
  let type: FlatShape['type'] | null = null
  let ofObject: Record<string, unknown> = {}
  for (const record of track.frames) {
    const frame = target.frames[record.frame]
    const size = frame?.files[0]?.size ?? givenSize
    if (!frame || !size || frames.has(frame.frameId)) {
      request.fail({ ...record.place, type: !frame ? 'OUT_OF_RANGE' : size ? 'DUPLICATE' : 'MISSING' })
      continue
    }
    const shape = record.shape(size, label)
    if (!shape || (type !== null && shape.type !== type)) {
      request.fail({ ...record.place, type: 'INVALID_VALUE' })
      continue
    }
    type = shape.type
    const noted = notedValues(request.tag, label, record.noted ?? [])
    const values = attributesOf(request, known, { ...record, values: [...record.values, ...noted] })
    ofObject = { ...values.object, ...ofObject }
    const { hidden, keyFrame } = record
    frames.set(frame.frameId, { hidden, key_frame: keyFrame, attributes: values.frame, ...writeShape(shape, size) })
  }
  if (type === null) return null
  const { trackId, relations } = track
  const head = { track_id: trackId, type, label, attributes: ofObject, ...(relations && { relations }) }
  return { ...head, frames: Object.fromEntries(frames) }
}

/** The values of one frame, by owner. Formats repeat those of the object in each frame. */
function attributesOf({ fail }: ReadRequest, known: readonly Attribute[], { values, place }: ReadTrackFrame) {
  const given = [...values]
  const per = (scope: 'object' | 'frame') =>
    attributesFor(
      known.filter((attribute) => attribute.per === scope),
      given,
    )
  const [object, frame] = [per('object'), per('frame')]
  for (const name of object.unknown.filter((one) => frame.unknown.includes(one)))
    fail({ ...attributePlace(place, name), type: 'UNKNOWN', lost: name })
  return { object: object.attributes, frame: frame.attributes }
}
