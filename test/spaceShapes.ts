import type { SpacePoint, SpaceShape } from '../src/model/document/shape.ts'
import fc from './laws.ts'

const metres = (reach: number) =>
  fc.double({ min: -reach, max: reach, noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)

const spacePoint: fc.Arbitrary<SpacePoint> = fc.record(
  {
    x: metres(5e6),
    y: metres(5e6),
    z: metres(100),
    name: fc.string({ minLength: 1, maxLength: 5 }),
    visible: fc.boolean(),
  },
  { requiredKeys: ['x', 'y', 'z'], noNullPrototype: true },
)
/** Polylines and key points anywhere, with and without names. */
export const spaceShape: fc.Arbitrary<SpaceShape> = fc.oneof(
  fc.record(
    { type: fc.constant('polyline3d' as const), points: fc.array(spacePoint, { minLength: 2, maxLength: 4 }) },
    { noNullPrototype: true },
  ),
  fc.record(
    { type: fc.constant('keypoint3d' as const), points: fc.array(spacePoint, { minLength: 1, maxLength: 3 }) },
    { noNullPrototype: true },
  ),
)
