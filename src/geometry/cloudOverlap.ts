import type { Pose } from './pose.ts'
import type { Positions } from './positions.ts'
import { rotationMatrix } from './quaternion.ts'

/** Places where one cloud saw something that stands out: seen by the other too, seen bare by it, or not seen at all. */
export type OverlapVotes = { matched: number; contradicted: number; unseen: number }

/** One cloud seen under one assumption: coordinates in the common frame relative to a nearby origin. */
export type PlacedCloud = { xyz: Float64Array; isObstacle: Uint8Array }

const GROUND_CELL_M = 2
const ABOVE_GROUND_M = 0.5
const OBSTACLE_CELL_M = 0.25
/** Wide enough for the gaps between neighbouring beams at 20 m, narrow enough to see a metre of motion. */
const MATCH_M = 0.4
const SEEN_GROUND_M = 0.7
/** What one cloud does not reach counts little, but enough to spoil the score of clouds that hardly meet. */
const UNSEEN_WEIGHT = 0.03

/** Every n-th finite point, at most `most`, x y z one after another. */
export function thinnedPoints(positions: Positions, most: number): Float64Array {
  const finite: number[] = []
  for (let i = 0; i + 2 < positions.length; i += 3) {
    if (Number.isFinite(positions[i] + positions[i + 1] + positions[i + 2])) finite.push(i)
  }
  const count = Math.min(most, finite.length)
  const thinned = new Float64Array(3 * count)
  for (let k = 0; k < count; k++) {
    const i = finite[Math.floor((k * finite.length) / count)]
    thinned[3 * k] = positions[i]
    thinned[3 * k + 1] = positions[i + 1]
    thinned[3 * k + 2] = positions[i + 2]
  }
  return thinned
}

export function transformPoints(points: Float64Array, bFromA: Pose): Float64Array {
  const m = rotationMatrix(bFromA.heading)
  const { x: tx, y: ty, z: tz } = bFromA.position
  const moved = new Float64Array(points.length)
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]
    const y = points[i + 1]
    const z = points[i + 2]
    moved[i] = m[0] * x + m[1] * y + m[2] * z + tx
    moved[i + 1] = m[3] * x + m[4] * y + m[5] * z + ty
    moved[i + 2] = m[6] * x + m[7] * y + m[8] * z + tz
  }
  return moved
}

const cellKey = (x: number, y: number, cellM: number): number =>
  (Math.floor(x / cellM) + 2 ** 24) * 2 ** 25 + Math.floor(y / cellM) + 2 ** 24

/**
 * Marks points that stand out of the ground, z being up. The rings a spinning lidar draws on the ground travel with
 * it and would make two clouds look alike in the sensor's frame wherever it drove: they must not vote.
 */
export function markObstacles(xyz: Float64Array): Uint8Array {
  const heights = new Map<number, number[]>()
  for (let i = 0; i < xyz.length; i += 3) {
    const key = cellKey(xyz[i], xyz[i + 1], GROUND_CELL_M)
    const cell = heights.get(key)
    if (cell) cell.push(xyz[i + 2])
    else heights.set(key, [xyz[i + 2]])
  }
  const ground = new Map<number, number>()
  for (const [key, zs] of heights) {
    zs.sort((a, b) => a - b)
    // Not the lowest: mirrored returns lie below the road.
    ground.set(key, zs[Math.floor(zs.length * 0.1)])
  }
  const marks = new Uint8Array(xyz.length / 3)
  for (let i = 0; i < xyz.length; i += 3) {
    const above = xyz[i + 2] - (ground.get(cellKey(xyz[i], xyz[i + 1], GROUND_CELL_M)) ?? 0)
    marks[i / 3] = above > ABOVE_GROUND_M ? 1 : 0
  }
  return marks
}

/** Places in the xy plane with their votes, for queries within a distance. */
class PlanePoints {
  private readonly cells = new Map<number, number[]>()
  private readonly reachM: number

  constructor(reachM: number) {
    this.reachM = reachM
  }

  add(x: number, y: number): void {
    const key = cellKey(x, y, this.reachM)
    const cell = this.cells.get(key)
    if (cell) cell.push(x, y)
    else this.cells.set(key, [x, y])
  }

  hasNear(x: number, y: number): boolean {
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const cell = this.cells.get(cellKey(x + dx * this.reachM, y + dy * this.reachM, this.reachM))
        if (!cell) continue
        for (let i = 0; i < cell.length; i += 2) {
          const ex = cell[i] - x
          const ey = cell[i + 1] - y
          if (ex * ex + ey * ey <= this.reachM * this.reachM) return true
        }
      }
    }
    return false
  }
}

/** Asks of every place where `from` saw something standing what `to` saw there. */
function vote(from: PlacedCloud, to: PlacedCloud, votes: OverlapVotes): void {
  const standing = new PlanePoints(MATCH_M)
  const bare = new PlanePoints(SEEN_GROUND_M)
  for (let i = 0; i < to.xyz.length; i += 3) {
    if (to.isObstacle[i / 3]) standing.add(to.xyz[i], to.xyz[i + 1])
    else bare.add(to.xyz[i], to.xyz[i + 1])
  }
  const asked = new Set<number>()
  for (let i = 0; i < from.xyz.length; i += 3) {
    if (!from.isObstacle[i / 3]) continue
    const x = from.xyz[i]
    const y = from.xyz[i + 1]
    // One vote a place: near things have most of the points.
    const key = cellKey(x, y, OBSTACLE_CELL_M)
    if (asked.has(key)) continue
    asked.add(key)
    if (standing.hasNear(x, y)) votes.matched++
    else if (bare.hasNear(x, y)) votes.contradicted++
    else votes.unseen++
  }
}

/** Both clouds in one frame, each asked about the other. */
export function overlapVotes(a: PlacedCloud, b: PlacedCloud): OverlapVotes {
  const votes = { matched: 0, contradicted: 0, unseen: 0 }
  vote(a, b, votes)
  vote(b, a, votes)
  return votes
}

/** 0..1; moving things and blind spots keep it below 1 where the poses are right. */
export function overlapScore(votes: OverlapVotes, unseenWeight = UNSEEN_WEIGHT): number {
  const decided = votes.matched + votes.contradicted
  const all = decided + unseenWeight * (decided + votes.unseen)
  return all > 0 ? votes.matched / all : 0
}
