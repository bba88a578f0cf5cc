import type { UnratedFinding } from './finding.ts'
import { findingAt, median, type TrackRecords } from './trackRecords.ts'

/** What the points show about a track's cuboid at a frame; null until it has been computed. */
export interface CuboidEvidence {
  pointCount(trackId: string, frame: number): number | null
  /** Bottom of the box over the ground, metres: above 0 it floats. */
  overGroundM(trackId: string, frame: number): number | null
}

const FEW_POINTS = 4
/** Annotators and ground differ by less. */
const OFF_GROUND_M = 0.3

/** Boxes without points or with hardly any, and boxes that float over the ground or sink into it. */
export function checkEvidence({ track, cuboids }: TrackRecords, evidence: CuboidEvidence): UnratedFinding[] {
  const empty: number[] = []
  const sparse: number[] = []
  const heights: { frame: number; overM: number }[] = []
  for (const { frame } of cuboids) {
    const count = evidence.pointCount(track.id, frame)
    if (count === 0) empty.push(frame)
    else if (count !== null && count <= FEW_POINTS) sparse.push(frame)
    const overM = evidence.overGroundM(track.id, frame)
    if (overM !== null) heights.push({ frame, overM })
  }
  const findings: UnratedFinding[] = []
  if (empty.length > 0) {
    findings.push({ code: 'NO_POINTS', ...findingAt(track, empty), message: 'no points in this cuboid' })
  }
  if (sparse.length > 0) {
    const message = `fewer than ${FEW_POINTS + 1} points in this cuboid`
    findings.push({ code: 'FEW_POINTS', ...findingAt(track, sparse), message })
  }
  return [...findings, ...checkHeights(track, heights)]
}

/** Whether most of these heights over the ground are too far from it. */
export const floatsOrSinks = (heights: readonly number[]): boolean =>
  heights.length > 0 && Math.abs(median(heights)) > OFF_GROUND_M

function checkHeights(
  track: TrackRecords['track'],
  heights: readonly { frame: number; overM: number }[],
): UnratedFinding[] {
  const known = heights.map(({ overM }) => overM)
  if (!floatsOrSinks(known)) return []
  const usual = median(known)
  const frames = heights.filter(({ overM }) => overM * Math.sign(usual) > OFF_GROUND_M).map(({ frame }) => frame)
  const off = Math.abs(usual).toFixed(2)
  const [code, side] = usual > 0 ? (['FLOATS', 'above'] as const) : (['SINKS', 'below'] as const)
  return [{ code, ...findingAt(track, frames), message: `the bottom is ${off} m ${side} the ground`, values: { off } }]
}
