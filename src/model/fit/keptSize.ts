import type { Cuboid, Dimensions, FaceName } from '../../geometry/cuboid.ts'
import { rotate, unrotate } from '../../geometry/quaternion.ts'
import { add, subtract, type Vec3 } from '../../geometry/vec3.ts'

/**
 * The box with another size. Faces that points show stay where they are, and so does the bottom.
 * @param completed faces that no point shows
 */
export function withSizeKept(cuboid: Cuboid, dimensions: Dimensions, completed: readonly FaceName[]): Cuboid {
  const isSeen = (face: FaceName) => !completed.includes(face)
  const stays = (positive: FaceName, negative: FaceName) => Number(isSeen(positive)) - Number(isSeen(negative))
  return resized(cuboid, dimensions, { x: stays('front', 'back'), y: stays('left', 'right') })
}

/** The box with another size, where a sensor sees its nearer faces: these stay where they are, and so does the bottom. */
export function withSizeSeenFrom(cuboid: Cuboid, dimensions: Dimensions, sensor: Vec3 | null): Cuboid {
  const towards = sensor && unrotate(cuboid.heading, subtract(sensor, cuboid.position))
  const { length, width } = cuboid.dimensions
  const stays = (away: number, sideM: number) => (Math.abs(away) > sideM / 2 ? Math.sign(away) : 0)
  return resized(cuboid, dimensions, {
    x: towards ? stays(towards.x, length) : 0,
    y: towards ? stays(towards.y, width) : 0,
  })
}

/** @param stays which face of the axis stays: 1 the positive one, -1 the negative one, 0 the middle */
function resized(cuboid: Cuboid, dimensions: Dimensions, stays: { x: number; y: number }): Cuboid {
  const { length, width, height } = cuboid.dimensions
  const by = {
    x: (stays.x * (length - dimensions.length)) / 2,
    y: (stays.y * (width - dimensions.width)) / 2,
    z: (dimensions.height - height) / 2,
  }
  return { ...cuboid, position: add(cuboid.position, rotate(cuboid.heading, by)), dimensions }
}
