import { angleBetween } from '../../geometry/quaternion.ts'
import { distance } from '../../geometry/vec3.ts'
import type { CuboidRecord, FlatRecord } from '../document/records.ts'
import type { TagClass } from '../tag.ts'
import type { UnratedFinding } from './finding.ts'
import { carriedOver, type KnownMotions, type Placed } from './groundMotion.ts'
import { findingAt, type TrackRecords } from './trackRecords.ts'

/** Limits for classes without their own. */
const MAX_SPEED_MPS = 60
const MAX_TURN_DPS = 120
/** Between frames without timestamps. */
const FRAME_S = 0.1

/** Seconds of each frame since the first; null where not all frames have a timestamp. */
export type FrameTimes = readonly number[] | null

/** The times of frames by their timestamps in nanoseconds, where all have one. */
export function frameTimesOf(timestampsNs: readonly (bigint | null)[]): FrameTimes {
  const [first] = timestampsNs
  if (first === undefined || first === null) return null
  const times: number[] = []
  for (const ns of timestampsNs) {
    if (ns === null) return null
    times.push(Number(ns - first) / 1e9)
  }
  return times
}

const secondsBetween = (times: FrameTimes, from: number, to: number): number => {
  const taken = times ? times[to] - times[from] : Number.NaN
  return taken > 0 ? taken : (to - from) * FRAME_S
}

/** Metres and degrees a second. */
function motionOf(last: Placed, now: Placed, times: FrameTimes): { mps: number; dps: number } {
  const seconds = secondsBetween(times, last.frame, now.frame)
  return {
    mps: distance(now.cuboid.position, last.cuboid.position) / seconds,
    dps: ((angleBetween(last.cuboid.heading, now.cuboid.heading) / Math.PI) * 180) / seconds,
  }
}

const limitsOf = (tagClass: TagClass | undefined) => ({
  maxSpeedMps: tagClass?.maxSpeedMps ?? MAX_SPEED_MPS,
  maxTurnDps: tagClass?.maxTurnDps ?? MAX_TURN_DPS,
})

export function isTooFast(last: Placed, now: Placed, tagClass: TagClass | undefined, times: FrameTimes): boolean {
  const { mps, dps } = motionOf(last, now, times)
  const { maxSpeedMps, maxTurnDps } = limitsOf(tagClass)
  return mps > maxSpeedMps || dps > maxTurnDps
}

/** What is known of frames: their times, and what the vehicle did between them where it has no poses. */
export interface KnownFrames {
  times: FrameTimes
  motions?: KnownMotions | undefined
}

/** Objects that move or turn over the ground faster than their class can, from one record to the next. */
export function checkMotion(
  records: TrackRecords,
  tagClass: TagClass | undefined,
  known: KnownFrames,
): UnratedFinding[] {
  const { track, cuboids, views } = records
  const findings = checkCuboids(cuboids, tagClass, known)
  for (const [sensorId, flat] of views) {
    const frames = leaps(flat)
    // An image has no metres: the object gets one finding, at its first jump.
    if (frames.length === 0 || findings.some(({ code }) => code === 'SPEED')) continue
    const message = 'the box moves by more than its own size from one frame to the next'
    findings.push({ code: 'SPEED', ...findingAt(track, frames, sensorId), message })
  }
  return findings
}

function checkCuboids(
  cuboids: readonly CuboidRecord[],
  tagClass: TagClass | undefined,
  { times, motions }: KnownFrames,
): UnratedFinding[] {
  const { maxSpeedMps, maxTurnDps } = limitsOf(tagClass)
  const fast: number[] = []
  const turning: number[] = []
  let topMps = 0
  let topDps = 0
  for (let i = 1; i < cuboids.length; i++) {
    const now = cuboids[i]
    const { mps, dps } = motionOf(carriedOver(motions, cuboids[i - 1], now.frame), now, times)
    if (mps > maxSpeedMps) fast.push(now.frame)
    if (dps > maxTurnDps) turning.push(now.frame)
    topMps = Math.max(topMps, mps)
    topDps = Math.max(topDps, dps)
  }
  const findings: UnratedFinding[] = []
  if (fast.length > 0) {
    const values = { speed: topMps.toFixed(0), most: maxSpeedMps }
    const message = `moves at ${values.speed} m/s; at most ${maxSpeedMps} m/s for this class`
    findings.push({ code: 'SPEED', ...findingAt(cuboids[0].track, fast), message, values })
  }
  if (turning.length > 0) {
    const values = { turn: topDps.toFixed(0), most: maxTurnDps }
    const message = `turns by ${values.turn} degrees a second; at most ${maxTurnDps} for this class`
    findings.push({ code: 'TURN_RATE', ...findingAt(cuboids[0].track, turning), message, values })
  }
  return findings
}

/** Frames in which a rectangle changes its motion by more than its own size. */
function leaps(records: readonly FlatRecord[]): number[] {
  const frames: number[] = []
  for (let i = 2; i < records.length; i++) {
    const [before, last, now] = [records[i - 2], records[i - 1], records[i]]
    if (now.frame !== last.frame + 1 || last.frame !== before.frame + 1) continue
    const [a, b, c] = [before.shape, last.shape, now.shape]
    if (a.type !== 'rectangle' || b.type !== 'rectangle' || c.type !== 'rectangle') continue
    const dx = (c.left + c.right) / 2 - (b.left + b.right) + (a.left + a.right) / 2
    const dy = (c.top + c.bottom) / 2 - (b.top + b.bottom) + (a.top + a.bottom) / 2
    if (Math.hypot(dx, dy) > Math.max(b.right - b.left, b.bottom - b.top)) frames.push(now.frame)
  }
  return frames
}
