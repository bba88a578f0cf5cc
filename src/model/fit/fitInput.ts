import type { Cuboid, Dimensions, FaceName } from '../../geometry/cuboid.ts'
import type { Positions } from '../../geometry/positions.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { FitNote } from './fitNote.ts'

/** One frame and the known facts of the object. All coordinates are in the frame of the points. */
export type FitInput = {
  /** x y z interleaved, of one frame, minus any origin; NaN where a point is missing. */
  positions: Positions
  classSize: Dimensions | null
  /** The box of the keyframe before, or after. */
  previous?: Cuboid
  /** Direction in which the object moves. */
  motionYawRad?: number
  sensorPosition?: Vec3
  /** Further sensor positions, if the points come from several frames. */
  otherSensors?: readonly Vec3[]
  /** How far from the box the object may be if only its position is searched; otherwise as far as any object moves. */
  reachM?: number
}

export type FittedCuboid = {
  cuboid: Cuboid
  pointCount: number
  /** What the box is based on besides points. */
  reasons: FitNote[]
  /** Faces without points: class, gesture and ground determine them. */
  completed: FaceName[]
}

export type FitResult = FittedCuboid | { refused: FitNote }

export const LEAST_SIDE_M = 0.1
/** Fewer points do not show an object. */
export const LEAST_POINTS = 3
