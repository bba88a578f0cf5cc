import type { ExportJob } from './exportSet.ts'
import type { Losses } from './losses.ts'

/** The step between frames without a time, for formats that need one. */
const ASSUMED_STEP_NS = 100_000_000n

/** Nanoseconds of each frame; if any has no time, all are counted from `startNs` in steps of 0.1 s. */
export function frameTimesNs({ frames }: ExportJob, startNs = 0n): bigint[] {
  const times = frames.flatMap(({ timestampNs }) => (timestampNs === null ? [] : [timestampNs]))
  return times.length === frames.length ? times : frames.map((_, index) => startNs + BigInt(index) * ASSUMED_STEP_NS)
}

/** Counts the frames whose times `frameTimesNs` assumed. */
export function noteAssumedTimes(job: ExportJob, losses: Losses): void {
  const isAssumed = job.frames.some(({ timestampNs }) => timestampNs === null)
  losses.add('timestamp_assumed', job, { count: isAssumed ? job.frames.length : 0 })
}
