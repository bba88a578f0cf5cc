import type { Cuboid } from '../../src/geometry/cuboid.ts'
import { scoreOf, type Trial } from './measure.ts'

const bottomOf = ({ position, dimensions }: Cuboid): number => position.z - dimensions.height / 2
const topOf = ({ position, dimensions }: Cuboid): number => position.z + dimensions.height / 2

function between(cuboid: Cuboid, bottom: number, top: number): Cuboid {
  return {
    ...cuboid,
    position: { ...cuboid.position, z: (bottom + top) / 2 },
    dimensions: { ...cuboid.dimensions, height: Math.max(0.01, top - bottom) },
  }
}

/** A fitted cuboid with one part of it replaced by the truth's. */
export const RIGHT_PARTS: Readonly<Record<string, (fitted: Cuboid, truth: Cuboid) => Cuboid>> = {
  heading: (fitted, { heading }) => ({ ...fitted, heading }),
  middle: (fitted, { position: { x, y } }) => ({ ...fitted, position: { ...fitted.position, x, y } }),
  length: (fitted, { dimensions: { length } }) => ({ ...fitted, dimensions: { ...fitted.dimensions, length } }),
  width: (fitted, { dimensions: { width } }) => ({ ...fitted, dimensions: { ...fitted.dimensions, width } }),
  top: (fitted, truth) => between(fitted, bottomOf(fitted), topOf(truth)),
  bottom: (fitted, truth) => between(fitted, bottomOf(truth), topOf(fitted)),
}

/** What the fits would reach with that part right: what it costs them today. */
export function withRight(part: string, trials: readonly Trial[]): number[] {
  return trials.map(({ cuboid, object }) =>
    cuboid ? scoreOf(RIGHT_PARTS[part](cuboid, object.cuboid), object.cuboid).iou : 0,
  )
}
