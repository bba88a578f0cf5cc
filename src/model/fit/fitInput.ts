import type { Cuboid, Dimensions, FaceName } from '../../geometry/cuboid.ts'
import type { Positions } from '../../geometry/positions.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { FitNote } from './fitNote.ts'

/** One frame and what is known of the object. All coordinates in the frame of the points. */
export type FitInput = {
  /** x y z interleaved, of one frame, minus any origin; NaN where a point is missing. */
  positions: Positions
  classSize: Dimensions | null
  /** The box of the keyframe before, or after. */
  previous?: Cuboid
  /** Direction in which the object moves. */
  motionYawRad?: number
  sensorPosition?: Vec3
  /** Where else the points were seen from, when they are of several frames. */
  otherSensors?: readonly Vec3[]
  /** How far from the box the object may be when its place alone is looked for; else as far as any object moves. */
  reachM?: number
}

export type FittedCuboid = {
  cuboid: Cuboid
  pointCount: number
  /** What the box rests on where it is not on points. */
  reasons: FitNote[]
  /** Faces that no point shows: where they are follows from class, gesture and ground. */
  completed: FaceName[]
}

export type FitResult = FittedCuboid | { refused: FitNote }

export const LEAST_SIDE_M = 0.1
/** Fewer show no object. */
export const LEAST_POINTS = 3
