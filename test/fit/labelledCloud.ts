import type { Cuboid } from '../../src/geometry/cuboid.ts'
import type { Positions } from '../../src/geometry/positions.ts'
import type { Vec3 } from '../../src/geometry/vec3.ts'
import type { FieldClass } from './fieldClasses.ts'

/** With fewer points a person can hardly recognise the object. */
export const LEAST_POINTS = 50

export type LabelledObject = { trackId: string; label: FieldClass; cuboid: Cuboid; pointCount: number }

/** One frame whose objects are known; all coordinates in the frame of the points. */
export type LabelledCloud = {
  name: string
  positions: Positions
  sensorPosition: Vec3
  objects: readonly LabelledObject[]
}
