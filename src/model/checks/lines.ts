import type { SpacePoint } from '../document/shape.ts'
import type { UnratedFinding } from './finding.ts'
import { findingAt, type TrackRecords } from './trackRecords.ts'

/** A point of a line that is more than this above or below its two neighbours is not on their surface. */
const JUMP_M = 0.5
/** At the end of a line that runs along the ground, its last part may be this steep. */
const STEEP = 1
const LEVEL = 0.2

/** Lines in the point cloud with a point far above or below its neighbours. */
export function checkLines({ track, spaces }: TrackRecords): UnratedFinding[] {
  const frames = spaces
    .filter(({ shape }) => shape.type === 'polyline3d' && hasJump(shape.points))
    .map(({ frame }) => frame)
  const message = 'a point of the line is far above or below the points beside it'
  return frames.length > 0 ? [{ code: 'LINE_JUMPS', ...findingAt(track, frames), message }] : []
}

function hasJump(points: readonly SpacePoint[]): boolean {
  for (let i = 1; i + 1 < points.length; i++) {
    const up = points[i].z - points[i - 1].z
    const down = points[i].z - points[i + 1].z
    if (Math.sign(up) === Math.sign(down) && Math.min(Math.abs(up), Math.abs(down)) > JUMP_M) return true
  }
  if (points.length < 3) return false
  return (
    endJumps(points[0], points[1], points[2]) ||
    endJumps(points[points.length - 1], points[points.length - 2], points[points.length - 3])
  )
}

function endJumps(end: SpacePoint, next: SpacePoint, afterNext: SpacePoint): boolean {
  const isJump = Math.abs(end.z - next.z) > JUMP_M && steepness(end, next) > STEEP
  return isJump && steepness(next, afterNext) < LEVEL
}

const steepness = (a: SpacePoint, b: SpacePoint): number => Math.abs(a.z - b.z) / Math.hypot(a.x - b.x, a.y - b.y)
