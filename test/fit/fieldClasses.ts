import type { Dimensions } from '../../src/geometry/cuboid.ts'

/** Sizes that a customer would set for the classes of a tag: common values, not those of a recording. */
export const FIELD_CLASSES = {
  car: { length: 4.5, width: 1.85, height: 1.6 },
  van: { length: 5, width: 2, height: 2.2 },
  truck: { length: 7, width: 2.5, height: 3 },
  bus: { length: 11, width: 2.8, height: 3.2 },
  trailer: { length: 10, width: 2.6, height: 3.5 },
  cyclist: { length: 1.8, width: 0.7, height: 1.7 },
  motorcycle: { length: 2, width: 0.8, height: 1.5 },
  pedestrian: { length: 0.65, width: 0.65, height: 1.75 },
  child: { length: 0.45, width: 0.45, height: 1.15 },
} as const satisfies Record<string, Dimensions>

export type FieldClass = keyof typeof FIELD_CLASSES
