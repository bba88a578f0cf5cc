import type { Extent } from './headingSearch.ts'

/** Clearance around the points: the noise of a lidar, so that the box holds all of its object. */
export const CLEARANCE_M = 0.05

export type AxisEvidence = {
  /** What the points reach along this axis. */
  seen: Extent
  /** Where the sensor stands along it; null when that is not known. */
  sensorAt: number | null
  /** What the size should be by the class, the drag or the keyframe before; null when nobody says. */
  expectedM: number | null
  /** Middle of the gesture along this axis, which decides where the sensor does not. */
  middleAt: number | null
  /** How far an edge may lie beyond its last point: the spacing of the beams there. */
  spacingM: number
}

/** Seen at least this share of the expected size, both ends are taken to be seen. */
export const WHOLE_SHARE = 0.85

/**
 * Both faces across one axis. What the points show is never cut; a face the sensor sees stays at its points, and what is
 * missing from the expected size is added away from it.
 */
export function completeAxis(evidence: AxisEvidence): Extent & { completed: boolean } {
  const min = evidence.seen.min - CLEARANCE_M
  const max = evidence.seen.max + CLEARANCE_M
  const { expectedM } = evidence
  const size = max - min
  if (expectedM === null || expectedM <= size) return { min, max, completed: false }
  const completed = size < WHOLE_SHARE * expectedM
  const missing = completed ? expectedM - size : Math.min(expectedM - size, evidence.spacingM)
  return { ...extended(evidence, min, max, missing), completed }
}

function extended({ sensorAt, middleAt, seen }: AxisEvidence, min: number, max: number, missing: number): Extent {
  if (sensorAt !== null && sensorAt >= seen.max) return { min: min - missing, max }
  if (sensorAt !== null && sensorAt <= seen.min) return { min, max: max + missing }
  // Neither face is seen: as near to where the person showed it as the points allow.
  const shift = middleAt === null ? 0 : middleAt - (min + max) / 2
  const below = Math.min(Math.max(missing / 2 - shift, 0), missing)
  return { min: min - below, max: max + missing - below }
}
