import type { Cuboid, Dimensions } from '../../geometry/cuboid.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { Sought } from '../../model/fit/findAgain.ts'
import type { FittedCuboid } from '../../model/fit/fitInput.ts'
import type { FitNote } from '../../model/fit/fitNote.ts'
import type { FitGesture } from '../../model/fit/gesture.ts'
import type { RefitVerb } from '../../model/fit/refit.ts'

/** Everything relative to the job's origin. */
export interface FitTask {
  positions: Float32Array
  gesture: FitGesture
  classSize: Dimensions | null
  sensorPosition?: Vec3
}

export interface RefitTask {
  verb: RefitVerb
  cuboid: Cuboid
  positions: Float32Array
  classSize: Dimensions | null
  previous?: Cuboid
  motionYawRad?: number
  sensorPosition?: Vec3
  otherSensors?: readonly Vec3[]
}

/** An object of another frame, to be found in this one. */
export interface FindTask {
  sought: Sought
  positions: Float32Array
  classSize: null
  sensorPosition?: Vec3
}

export type FitRequest = { fit: FitTask } | { refit: RefitTask } | { find: FindTask }
/** FAILED: the worker did not answer. */
export type FitRefusal = FitNote | { code: 'FAILED' }
export type FitReply = Pick<FittedCuboid, 'cuboid' | 'reasons' | 'completed'> | { refused: FitRefusal }
