import type { Static } from 'typebox'
import {
  type DeliverySums,
  MOST_BUCKETS,
  type ProjectProgress,
  progressEndpoints,
  type StageSums,
} from '../../contract/progress.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import { startOfDay } from '../../model/day.ts'
import { type CountedDelay, delayPercentile } from '../../model/delaySteps.ts'
import { estimateOf } from '../../model/estimate.ts'
import { isCompleted, isFinished, STAGES, type Stage } from '../../model/stage.ts'
import {
  type CallbackDelays,
  type CallbackSums,
  listCallbacks,
  listDelays,
} from '../../store/project/callbacks/sums.ts'
import { type ProgressRow, readOldest, readProgress } from '../../store/project/progress/progress.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { readTime } from '../http/time.ts'
import { seesOwnJobsOnly } from './reachedJob.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const BUCKET_MS = { hour: HOUR_MS, day: DAY_MS }
/** Buckets that are answered where no `from` is given. */
const USUAL_BUCKETS = { hour: 48, day: 30 }
const ESTIMATED_FROM_DAYS = 7

/** The progress of a project: sums by hour or day, the oldest jobs, and the estimated end. */
export function progressRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(progressEndpoints.getProgress, {
      handle: async ({ projectId, query, session }) => {
        const isLate = session !== null && (await seesOwnJobsOnly(context, session, projectId))
        const { now, span } = reachedSpan(query, isLate)
        const [rows, all, oldest, callbacks, delays] = await Promise.all([
          readProgress(pool, projectId, span),
          readProgress(pool, projectId, { bucket: 'day', from: null, to: now }),
          isLate ? [] : readOldest(pool, projectId, OPEN_STAGES),
          listCallbacks(pool, projectId, span),
          listDelays(pool, projectId, span),
        ])
        return {
          buckets: bucketsOf(rows, { callbacks, delays }, span),
          oldest: oldestOf(oldest),
          estimate: shownEstimate(all, now),
        }
      },
    }),
  ]
}

const OPEN_STAGES = STAGES.filter((stage) => !isFinished(stage))

interface Span {
  bucket: 'hour' | 'day'
  from: Date
  to: Date
}

/**
 * The requested span, up to now. People who must not distinguish jobs that check people see only finished days: today's
 * counters would reveal them.
 */
function reachedSpan(query: Parameters<typeof readSpan>[0], isLate: boolean): { now: Date; span: Span } {
  const now = isLate ? startOfDay(new Date()) : new Date()
  const asked = readSpan(query, now)
  return { now, span: isLate && asked.to > now ? { ...asked, to: now } : asked }
}

function readSpan(query: { from?: string; to?: string; bucket?: 'hour' | 'day' }, now: Date): Span {
  const { bucket = 'day' } = query
  const size = BUCKET_MS[bucket]
  const floor = (time: number) => new Date(Math.floor(time / size) * size)
  // The bucket of this moment is in it.
  const to = readTime(query.to, 'to') ?? new Date(floor(now.getTime()).getTime() + size)
  const from = floor((readTime(query.from, 'from') ?? new Date(to.getTime() - USUAL_BUCKETS[bucket] * size)).getTime())
  if (to.getTime() - from.getTime() > MOST_BUCKETS * size)
    throw new ApiError('GE_0002', `from and to span more than ${MOST_BUCKETS} buckets`, {
      failures: [faultAt('from', 'OUT_OF_RANGE', `at most ${MOST_BUCKETS} buckets before to`, query.from)],
    })
  return { bucket, from, to }
}

const NOTHING = { entered: 0, left: 0, frames: 0, objects: 0, active_seconds: 0 }

interface Sent {
  callbacks: readonly (CallbackSums & { hour: Date })[]
  delays: readonly CallbackDelays[]
}

function bucketsOf(rows: readonly ProgressRow[], sent: Sent, { bucket, from, to }: Span) {
  const size = BUCKET_MS[bucket]
  const startOf = ({ hour }: { hour: Date }) => Math.floor(hour.getTime() / size) * size
  const callbacks = Map.groupBy(sent.callbacks, startOf)
  const delays = Map.groupBy(sent.delays, startOf)
  const byTime = Map.groupBy(rows, (row) => row.from.getTime())
  const buckets: Static<typeof ProjectProgress>['buckets'] = []
  for (let time = from.getTime(); time < to.getTime(); time += size) {
    const found = byTime.get(time) ?? []
    const stages = Object.fromEntries(STAGES.map((stage) => [stage, NOTHING])) as Record<
      Stage,
      Static<typeof StageSums>
    >
    for (const { stage, entered, left, frames, objects, activeMs } of found)
      stages[stage] = { entered, left, frames, objects, active_seconds: Math.round(activeMs / 1000) }
    const rework = found.reduce((sum, row) => sum + row.rework, 0)
    const ofBucket = callbacksOf(callbacks.get(time) ?? [], delays.get(time) ?? [])
    buckets.push({ from: isoTime(new Date(time)), stages, rework, callbacks: ofBucket })
  }
  return buckets
}

function callbacksOf(hours: readonly CallbackSums[], delays: readonly CountedDelay[]): Static<typeof DeliverySums> {
  const sum = (of: (row: CallbackSums) => number) => hours.reduce((total, row) => total + of(row), 0)
  const delivered = sum((row) => row.delivered)
  const delay_seconds = delivered === 0 ? null : sum((row) => row.delay_ms) / delivered / 1000
  return {
    delivered,
    failed: sum((row) => row.failed),
    given_up: sum((row) => row.given_up),
    delay_seconds,
    delay_p50_seconds: secondsWithin(delays, 0.5),
    delay_p95_seconds: secondsWithin(delays, 0.95),
  }
}

function secondsWithin(delays: readonly CountedDelay[], share: number): number | null {
  const ms = delayPercentile(delays, share)
  return ms === null ? null : ms / 1000
}

const oldestOf = (oldest: readonly { stage: Stage; jobId: string; ageSeconds: number }[]) =>
  Object.fromEntries(
    oldest.map(({ stage, jobId, ageSeconds }) => [stage, { job_id: jobId, age_seconds: Math.round(ageSeconds) }]),
  )

/** By completions of the last days, this one included. */
function shownEstimate(rows: readonly ProgressRow[], now: Date) {
  const open = rows.filter(({ stage }) => !isFinished(stage))
  const jobsLeft = open.reduce((sum, { entered, left }) => sum + entered - left, 0)
  const today = Math.floor(now.getTime() / DAY_MS)
  const completions = Array.from({ length: ESTIMATED_FROM_DAYS }, () => 0)
  for (const { stage, from, entered } of rows) {
    const place = ESTIMATED_FROM_DAYS - 1 - (today - Math.floor(from.getTime() / DAY_MS))
    if (isCompleted(stage) && place >= 0) completions[place] += entered
  }
  const estimate = estimateOf(jobsLeft, completions, now)
  return estimate && { at: isoTime(estimate.at), low: isoTime(estimate.low), high: isoTimeOrNull(estimate.high) }
}
