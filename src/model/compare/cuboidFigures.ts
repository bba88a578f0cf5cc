import { bevIou } from '../../geometry/cuboidOverlap.ts'
import { cuboidErrors } from './cuboidErrors.ts'
import { meanOf } from './figures.ts'
import type { RecordPair } from './matchRecords.ts'

/** Errors of matched cuboids (nuScenes detection), means over the pairs; null without any. */
export interface CuboidFigures {
  meanIouBev: number | null
  /** Metres between the centres seen from above. */
  ate: number | null
  /** 1 − intersection over union of the sizes, aligned. */
  ase: number | null
  /** Radians between the headings' x axes. */
  aoe: number | null
  /** Pairs that head more than a quarter turn apart. */
  headingFlips: number
}

export function cuboidFigures(pairs: readonly RecordPair[]): CuboidFigures {
  const errors = pairs.flatMap(({ a, b, distance }) => {
    if (a.shape.type !== 'solid' || b.shape.type !== 'solid') return []
    const [p, q] = [a.shape.cuboid, b.shape.cuboid]
    return [{ bev: bevIou(p, q), ...cuboidErrors(p, q), distance: distance ?? 0 }]
  })
  return {
    meanIouBev: meanOf(errors.map(({ bev }) => bev)),
    ate: meanOf(errors.map(({ distance }) => distance)),
    ase: meanOf(errors.map(({ size }) => size)),
    aoe: meanOf(errors.map(({ turnRad }) => turnRad)),
    headingFlips: errors.filter(({ turnRad }) => turnRad > Math.PI / 2).length,
  }
}
