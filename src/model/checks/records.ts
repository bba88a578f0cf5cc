import type { Cuboid } from '../../geometry/cuboid.ts'
import type { AnnotatedDocument, Track } from '../document/document.ts'
import { cuboidAt, flatAt } from '../document/interpolate.ts'
import type { FlatShape } from '../document/shape.ts'

/** One record as it would be delivered. Rectangles that follow a cuboid are its projection and not looked at. */
export type CheckedRecord =
  | { frame: number; sensorId: null; keyFrame: boolean; cuboid: Cuboid }
  | { frame: number; sensorId: string; keyFrame: boolean; flat: FlatShape }

/** All records of a track, frame by frame. */
export function* recordsOf(document: AnnotatedDocument, track: Track): Generator<CheckedRecord> {
  for (let frame = 0; frame < document.frameCount; frame++) yield* recordsAt(track, frame)
}

export function* recordsAt(track: Track, frame: number): Generator<CheckedRecord> {
  const cuboid = cuboidAt(track, frame)
  if (cuboid) yield { frame, sensorId: null, keyFrame: cuboid.keyFrame, cuboid: cuboid.shape }
  for (const [sensorId, view] of track.views) {
    const flat = flatAt(view, frame)
    if (flat) yield { frame, sensorId, keyFrame: flat.keyFrame, flat: flat.shape }
  }
}
