import type { Cuboid, FaceName } from '../../../geometry/cuboid.ts'

/** Less is rounding on the way through the document. */
const SAME = 1e-6

/** The uncertain part of the last fit: the faces of its box without points, shown until that box is changed. */
export class FittedFaces {
  #fitted: { frame: number; cuboid: Cuboid; completed: readonly FaceName[] } | null = null

  set(frame: number, cuboid: Cuboid, completed: readonly FaceName[]): void {
    this.#fitted = { frame, cuboid, completed }
  }

  completedOf(frame: number, cuboid: Cuboid): readonly FaceName[] {
    const fitted = this.#fitted
    return fitted?.frame === frame && isSame(fitted.cuboid, cuboid) ? fitted.completed : []
  }
}

function isSame(one: Cuboid, other: Cuboid): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  return a.every((value, i) => Math.abs(value - b[i]) < SAME)
}

const numbersOf = ({ position, heading, dimensions }: Cuboid): number[] => [
  position.x,
  position.y,
  position.z,
  heading.w,
  heading.x,
  heading.y,
  heading.z,
  dimensions.length,
  dimensions.width,
  dimensions.height,
]
