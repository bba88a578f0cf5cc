import type { Vec3 } from '../../geometry/vec3.ts'

/** Two clouds of neighbouring frames around the vehicle. */
export interface VehicleMotionRequest {
  before: Float32Array
  now: Float32Array
  middle: Pick<Vec3, 'x' | 'y'>
}
