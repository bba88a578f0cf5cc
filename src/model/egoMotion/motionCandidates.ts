import { isNear, type PlanarMotion } from './planarMotion.ts'
import { LAYERS, type StandingCloud } from './standingCloud.ts'

const CELL_M = 1
const HALF_CELLS = 90
const SIDE = 2 * HALF_CELLS + 1
/** The most that a vehicle moves and turns between two frames. */
const MOST_SHIFT_CELLS = 24
const MOST_TURN_RAD = (15 * Math.PI) / 180
const TURN_STEP_RAD = (1.5 * Math.PI) / 180
/** If two candidates are nearer than this, only the better one stays. */
const APART = { metres: 2.5, rad: (4 * Math.PI) / 180 }
const MOST_CANDIDATES = 8

/**
 * Motions that lay most of one cloud's cells on cells of the other: all shifts and turns that a vehicle can make
 * between two frames are tried (Olson, Real-Time Correlative Scan Matching, ICRA 2009). The best first.
 */
export function motionCandidates(from: StandingCloud, to: StandingCloud): PlanarMotion[] {
  const occupied = occupancyOf(to)
  const cells = cellsOf(from)
  const shifts = 2 * MOST_SHIFT_CELLS + 1
  const turns = 2 * Math.round(MOST_TURN_RAD / TURN_STEP_RAD) + 1
  const scored: { motion: PlanarMotion; score: number }[] = []
  for (let turn = 0; turn < turns; turn++) {
    const yawRad = turn * TURN_STEP_RAD - MOST_TURN_RAD
    const places = placesAt(cells, yawRad)
    const scores = new Float64Array(shifts * shifts)
    for (let row = 0; row < shifts; row++) {
      for (let column = 0; column < shifts; column++) {
        const shift = (row - MOST_SHIFT_CELLS) * SIDE + column - MOST_SHIFT_CELLS
        let score = 0
        for (const place of places) score += occupied[place + shift]
        scores[row * shifts + column] = score
      }
    }
    for (const place of peaksOf(scores, shifts)) {
      const [x, y] = [place % shifts, Math.floor(place / shifts)].map((cells) => (cells - MOST_SHIFT_CELLS) * CELL_M)
      scored.push({ motion: { x, y, yawRad }, score: scores[place] })
    }
  }
  scored.sort((one, other) => other.score - one.score)
  const chosen: PlanarMotion[] = []
  for (const { motion } of scored) {
    if (chosen.length < MOST_CANDIDATES && !chosen.some((other) => isNear(motion, other, APART))) chosen.push(motion)
  }
  return chosen
}

/** Indexes in a square of values that have no higher neighbour. */
function peaksOf(values: Float64Array, side: number): number[] {
  const peaks: number[] = []
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      let highest = 0
      for (let r = Math.max(0, row - 1); r <= Math.min(side - 1, row + 1); r++) {
        for (let c = Math.max(0, column - 1); c <= Math.min(side - 1, column + 1); c++) {
          highest = Math.max(highest, values[r * side + c])
        }
      }
      if (values[row * side + column] === highest) peaks.push(row * side + column)
    }
  }
  return peaks
}

/** By layer, row and column: 2 for cells with points, 1 for their neighbours. */
function occupancyOf({ x, y, layer, count }: StandingCloud): Uint8Array {
  const occupied = new Uint8Array(LAYERS * SIDE * SIDE)
  for (let i = 0; i < count; i++) {
    const place = placeOf(x[i], y[i], layer[i])
    for (const beside of [1, -1, SIDE, -SIDE]) occupied[place + beside] ||= 1
    occupied[place] = 2
  }
  return occupied
}

const placeOf = (x: number, y: number, layer: number): number =>
  (layer * SIDE + Math.round(y / CELL_M) + HALF_CELLS) * SIDE + Math.round(x / CELL_M) + HALF_CELLS

/** One point of each cell: walls and hedges count by their length, not by their points. */
function cellsOf({ x, y, layer, count }: StandingCloud): StandingCloud {
  const seen = new Map<number, number>()
  for (let i = 0; i < count; i++) seen.set(placeOf(x[i], y[i], layer[i]), i)
  const kept = [...seen.values()]
  return {
    x: Float64Array.from(kept, (i) => x[i]),
    y: Float64Array.from(kept, (i) => y[i]),
    layer: Uint8Array.from(kept, (i) => layer[i]),
    count: kept.length,
  }
}

function placesAt({ x, y, layer, count }: StandingCloud, yawRad: number): Int32Array {
  const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)]
  return Int32Array.from({ length: count }, (_, i) =>
    placeOf(cos * x[i] - sin * y[i], sin * x[i] + cos * y[i], layer[i]),
  )
}
