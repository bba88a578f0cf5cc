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

/** The cuboid after `n` times this motion; negative: before it. */
export function movedOn(cuboid: Cuboid, motion: Motion, n: number): Cuboid {
  const { x, y, z, yawRad } = scaled(motion, n)
  const { position } = cuboid
  return {
    ...turnedInBox(cuboid, UP, yawRad),
    position: { x: position.x + x, y: position.y + y, z: position.z + z },
  }
}

/** The motion from the previous frame to this one; null if it is not in both frames. */
export function motionAt(track: Track, frame: number): Motion | null {
  const now = cuboidAt(track, frame)?.shape
  const before = cuboidAt(track, frame - 1)?.shape
  return now && before ? motionBetween(before, now) : null
}

/** The keyframe whose box is held here because none follows; null at keyframes, between them and without a box. */
export function lastKeyBefore(track: Track, frame: number): number | null {
  const keys = track.cuboid?.keys ?? []
  const at = lastIndexAt(keys, frame)
  const last = keys[at]
  return last?.kind === 'shape' && last.frame < frame && keys[at + 1]?.kind !== 'shape' ? last.frame : null
}

/**
 * After the last keyframe a box stays in place; here it continues with its last motion, by a keyframe in this frame.
 * The same track if its keyframes cover the frame.
 * @param frameTimes one per frame
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
