import type { Cuboid } from '../../geometry/cuboid.ts'
import type { Positions } from '../../geometry/positions.ts'
import { BoxShape } from './boxShape.ts'
import { refitCuboid } from './fitCuboid.ts'
import type { FitInput, FitResult } from './fitInput.ts'

/** Where an object of another frame may be in this one. */
export interface Sought {
  expected: Cuboid
  reachM: number
  /** Other places where it may be, and how far from them, if the expected place does not contain its shape. */
  ahead: readonly Cuboid[]
  aheadReachM: number
  /** The object where it was found last, and the points there: its shape. */
  last: { cuboid: Cuboid; positions: Positions }
}

type Found = Exclude<FitResult, { refused: unknown }>
type Likely = { found: Found; alike: number }

/** With fewer points it is not visible. */
const LEAST_POINTS = 5
/** The share of matching points from which a shape is the same; above the second value, no other place is examined. */
const LEAST_ALIKE = 0.7
const SURELY_ALIKE = 0.8
/** Another place is taken only if it is this much more similar than all others. */
const CLEARLY_MORE = 0.2
/** Two finds closer than this are the same. */
const SAME_M = 1
/** A few points may look like anything. */
const LEAST_OF_POINTS = 0.2

/**
 * The object in this frame: where it is expected, or where something of its shape is ahead, if only one is. null where
 * too few points are.
 */
export function findAgain(sought: Sought, input: FitInput): Found | null {
  const { expected, reachM, ahead, aheadReachM, last } = sought
  const near = (cuboid: Cuboid, reachM: number): Found | null => {
    const result = refitCuboid('position', cuboid, { ...input, reachM })
    return 'refused' in result || result.pointCount < LEAST_POINTS ? null : result
  }
  const here = near(expected, reachM)
  if (ahead.length === 0) return here
  const shape = new BoxShape(last.positions, last.cuboid)
  const alikeTo = ({ cuboid }: Found): number => shape.alike(new BoxShape(input.positions, cuboid))
  const alikeHere = here ? alikeTo(here) : 0
  if (alikeHere >= SURELY_ALIKE) return here
  const likely = ahead
    .flatMap((cuboid): Likely[] => {
      const found = near(cuboid, aheadReachM)
      const isEnough = found && found.pointCount >= LEAST_OF_POINTS * shape.pointCount
      return isEnough ? [{ found, alike: alikeTo(found) }] : []
    })
    .sort((one, other) => other.alike - one.alike)
  const [best] = likely
  if (!best || best.alike < LEAST_ALIKE) return here
  const next = likely.find(({ found }) => distanceM(found, best.found) > SAME_M)
  return best.alike >= Math.max(alikeHere, next?.alike ?? 0) + CLEARLY_MORE ? best.found : here
}

const distanceM = ({ cuboid: one }: Found, { cuboid: other }: Found): number =>
  Math.hypot(one.position.x - other.position.x, one.position.y - other.position.y)
