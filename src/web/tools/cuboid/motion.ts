import type { Cuboid } from '../../../geometry/cuboid.ts'
import { yawOf } from '../../../geometry/quaternion.ts'
import type { Track } from '../../../model/document/document.ts'
import { placedAt } from '../../../model/document/edits/placeCuboid.ts'
import { cuboidAt } from '../../../model/document/interpolate.ts'
import { lastIndexAt } from '../../../model/document/shapePath.ts'
import { turnedInBox } from './boxHandle.ts'

/** Metres and radians: a step of the way, or what a unit of time brings. */
export interface Motion {
  x: number
  y: number
  z: number
  yawRad: number
}

export const STILL: Motion = { x: 0, y: 0, z: 0, yawRad: 0 }
const UP = { x: 0, y: 0, z: 1 }

export function motionBetween(from: Cuboid, to: Cuboid): Motion {
  const turn = yawOf(to.heading) - yawOf(from.heading)
  return {
    x: to.position.x - from.position.x,
    y: to.position.y - from.position.y,
    z: to.position.z - from.position.z,
    yawRad: Math.atan2(Math.sin(turn), Math.cos(turn)),
  }
}

/** The same motion, seen after the axes have turned. */
export function turnedBy({ x, y, z, yawRad }: Motion, turnRad: number): Motion {
  const [cos, sin] = [Math.cos(turnRad), Math.sin(turnRad)]
  return { x: cos * x - sin * y, y: sin * x + cos * y, z, yawRad }
}

export const scaled = ({ x, y, z, yawRad }: Motion, n: number): Motion => ({
  x: x * n,
  y: y * n,
  z: z * n,
  yawRad: yawRad * n,
})

/** Where it is after so much of this motion; negative: before it. */
export function movedOn(cuboid: Cuboid, motion: Motion, n: number): Cuboid {
  const { x, y, z, yawRad } = scaled(motion, n)
  const { position } = cuboid
  return {
    ...turnedInBox(cuboid, UP, yawRad),
    position: { x: position.x + x, y: position.y + y, z: position.z + z },
  }
}

/** From the frame before to this one; null where it is not in both. */
export function motionAt(track: Track, frame: number): Motion | null {
  const now = cuboidAt(track, frame)?.shape
  const before = cuboidAt(track, frame - 1)?.shape
  return now && before ? motionBetween(before, now) : null
}

/** The keyframe as which the box stays where none follows; null at keyframes, between them and where there is no box. */
export function lastKeyBefore(track: Track, frame: number): number | null {
  const keys = track.cuboid?.keys ?? []
  const at = lastIndexAt(keys, frame)
  const last = keys[at]
  return last?.kind === 'shape' && last.frame < frame && keys[at + 1]?.kind !== 'shape' ? last.frame : null
}

/**
 * Beyond the last keyframe a box stays where it was; here it has gone on as it moved last, by a keyframe in this frame.
 * The same track where its keyframes say where it is.
 * @param frameTimes one a frame
 */
export function withPrediction(track: Track, frame: number, frameTimes: readonly number[]): Track {
  const held = track.stationary ? null : lastKeyBefore(track, frame)
  const shown = held !== null && cuboidAt(track, frame)
  const motion = held !== null && motionAt(track, held)
  if (!shown || !motion) return track
  const [before, known, now] = [held - 1, held, frame].map((one) => frameTimes[one])
  const cuboid = movedOn(shown.shape, motion, (now - known) / (known - before))
  return placedAt(track, frame, cuboid, { source: 'propagated', sizeOfFrame: false })
}
