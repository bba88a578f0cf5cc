import type { EncodedDocument } from '../../formats/document/encodedDocument.ts'
import { packDocument } from '../../formats/document/packedDocument.ts'
import type { JobSnapshot } from '../../formats/results/jobSnapshot.ts'
import type { Pose } from '../../geometry/pose.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { Finding } from '../../model/checks/finding.ts'
import type { KnownMotions } from '../../model/checks/groundMotion.ts'
import { addEvidence, floatingTracks, type TrackEvidence } from '../../model/checks/trackEvidence.ts'
import type { Tag } from '../../model/tag.ts'
import { listShownFiles, type ShownFile } from '../../store/project/jobs/assets.ts'
import { dataPlaceOf, type Job } from '../../store/project/jobs/jobs.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import type { CuboidLook } from '../threads/checkWork.ts'
import { CheckTurns, GaveWay } from './checkTurns.ts'
import { type KnownPlan, localClouds } from './knownPlan.ts'
import { learnMotions } from './vehicleMotions.ts'

const TIME_LIMIT_MS = 60_000
/** After this the answer has what needs no points, and the rest follows. */
const SLOW_MS = 1_000
/** Frames that one thread looks at before others have their turn, and how many threads a job may have at once. */
const FRAMES_AT_ONCE = 16
const SLICES_AT_ONCE = 2
/** Of one version, waiting included. */
const RUN_LIMIT_MS = 10 * 60_000
const REMEMBERED_JOBS = 64
const REMEMBERED_CHECKS = 256

/** A document to be checked. */
export interface CheckedWork {
  version: number
  document: EncodedDocument
  /** Points by label_key; null unless it is a segmentation. */
  labelCounts: ReadonlyMap<number, number> | null
}

/** What is known of one version; grows until it is complete. */
export interface VersionChecks {
  version: number
  frameIds: readonly string[]
  findings: readonly Finding[]
  complete: boolean
  lookedAt: { frames: number; objects: number }
}

interface Running {
  known: VersionChecks
  done: Promise<void>
}

/** What was found in clouds for the tracks of a job, with the bytes of each track that it is of. */
interface KnownEvidence {
  plan: Promise<KnownPlan>
  byTrack: Map<string, { bytes: Uint8Array; evidence: TrackEvidence }>
  /** Of jobs without poses, where they were needed; by the earlier frame. */
  motions: Map<number, Pose | null>
}

/**
 * Checks versions of jobs on worker threads. What was found is kept by version, and what the points say of an object
 * for as long as the object is not changed; calls for one version share the work.
 */
export class JobChecking {
  readonly #context: ApiContext
  readonly #jobSnapshotOf: (job: Job) => Promise<JobSnapshot>
  readonly #checks = new Map<string, Running>()
  readonly #jobs = new Map<string, KnownEvidence>()
  readonly #turns = new CheckTurns(RUN_LIMIT_MS)
  /** Of work that is about to be stored: it waits behind no one who only looks. */
  readonly #turnsOfWhole = new CheckTurns(RUN_LIMIT_MS, Number.POSITIVE_INFINITY)

  constructor(context: ApiContext, jobSnapshotOf: (job: Job) => Promise<JobSnapshot>) {
    this.#context = context
    this.#jobSnapshotOf = jobSnapshotOf
  }

  /** What is known after `waitMs` at most. `read` is called where this version was not checked before. */
  async of(job: Job, version: number, read: () => Promise<CheckedWork>, waitMs: number): Promise<VersionChecks> {
    const tag = await this.#tagOf(job)
    // Severities are those of now: other ones are another check.
    const key = JSON.stringify([job.projectId, job.jobId, version, tag])
    const running = this.#checks.get(key) ?? this.#begin(key, { job, tag, version, read })
    remember(this.#checks, key, running, REMEMBERED_CHECKS)
    await Promise.race([running.done, sleep(waitMs)]).catch((error: unknown) => {
      if (!(error instanceof GaveWay)) throw error
    })
    return running.known
  }

  /** Everything that is found in work that is no version of the job: nothing of it is kept. */
  async whole(job: Job, work: CheckedWork): Promise<VersionChecks> {
    const running = newRunning(work.version)
    const { plan, motions } = this.#aboutJob(job)
    const about = { plan, motions, byTrack: new Map() }
    const asked = { job, tag: await this.#tagOf(job), version: work.version, read: async () => work }
    await this.#turnsOfWhole.run(job.projectId, (signal) => this.#run(asked, running, about, signal))
    return running.known
  }

  async #tagOf(job: Job): Promise<Tag> {
    const tag = await this.#context.projects.tagOfJob(job)
    if (!tag) throw new Error(`the tag of job ${job.jobId} is gone`)
    // A tag that was put again with another operation still checks its old jobs as what they were.
    return { ...tag, annotationType: job.annotationType }
  }

  #begin(key: string, asked: AskedCheck): Running {
    const { version } = asked
    const running = newRunning(version)
    const run = (signal: AbortSignal) => this.#run(asked, running, this.#aboutJob(asked.job), signal)
    running.done = this.#turns.run(asked.job.projectId, run).catch((error: unknown) => {
      // The next call tries again.
      if (this.#checks.get(key) === running) this.#checks.delete(key)
      throw error
    })
    // Without a caller that still waits the fault is one of the log.
    running.done.catch((error: unknown) => {
      if (!(error instanceof GaveWay)) this.#context.log.warn({ err: error }, 'a job was not checked')
    })
    return running
  }

  async #run(
    { job, tag, read }: AskedCheck,
    running: Running,
    about: KnownEvidence,
    signal: AbortSignal,
  ): Promise<void> {
    const work = await read()
    const plan = await about.plan
    const objects = rulesOf(job.annotationType).hasLabels ? work.document.head.legend.length : work.document.tracks.size
    running.known = { ...running.known, frameIds: plan.frameIds, lookedAt: { frames: 0, objects } }
    const evidence = knownEvidence(about, work.document)
    const tell = (frames: number) => {
      running.known = { ...running.known, lookedAt: { frames, objects } }
    }
    const find = async () => {
      const findings = await this.#findAll(job, { tag, work, plan, evidence, motions: about.motions, signal })
      running.known = { ...running.known, findings }
    }
    const looking = this.#lookAtPoints(job, work, { about, plan, evidence, tell, signal })
    // A fault of it is thrown below.
    looking.catch(() => {})
    const isSlow = await Promise.race([looking.then(() => false), sleep(SLOW_MS).then(() => true)])
    if (isSlow) await find()
    await looking
    await learnMotions(
      this.#context,
      { lane: job.projectId, plan, document: work.document, tag, signal },
      about.motions,
    )
    await find()
    running.known = { ...running.known, complete: true, lookedAt: { frames: plan.frameIds.length, objects } }
  }

  #aboutJob(job: Job): KnownEvidence {
    const { projectId, jobId } = dataPlaceOf(job)
    const key = JSON.stringify([projectId, jobId, job.payloadSha256.toString('hex')])
    const about = this.#jobs.get(key) ?? { plan: this.#plan(job), byTrack: new Map(), motions: new Map() }
    remember(this.#jobs, key, about, REMEMBERED_JOBS)
    about.plan.catch(() => this.#jobs.delete(key))
    return about
  }

  async #plan(job: Job): Promise<KnownPlan> {
    const { pool, threads } = this.#context
    const { projectId, jobId } = dataPlaceOf(job)
    const kept = await this.#jobSnapshotOf(job)
    const [plan, lists] = await Promise.all([
      threads.run('planChecks', kept, {
        lane: job.projectId,
        timeLimitMs: TIME_LIMIT_MS,
        transfer: ownBuffer(kept.payload),
      }),
      listShownFiles(pool, projectId, jobId),
    ])
    const files = new Map<string, string>()
    let missingPoints = 0
    for (const [field, { derived, facts }] of lists.flatMap((list) => JSON.parse(list) as [string, ShownFile][])) {
      if (derived.chunks) files.set(field, derived.chunks)
      if ('finiteCount' in facts) missingPoints += facts.pointCount - facts.finiteCount
    }
    return { ...plan, files, missingPoints }
  }

  #findAll({ projectId }: Job, { tag, work, plan, evidence, motions, signal }: FindAll): Promise<Finding[]> {
    const { document } = work
    const { times, cameras } = plan
    const labelCounts = work.labelCounts && withoutMissing(work.labelCounts, plan.missingPoints)
    const order = { document: packDocument(document), tag, times, cameras, evidence, motions, labelCounts }
    return this.#context.threads.run('findAll', order, { lane: projectId, timeLimitMs: TIME_LIMIT_MS, signal })
  }

  /** Finds out what is not known of the points. */
  async #lookAtPoints(job: Job, { document }: CheckedWork, looking: Looking): Promise<void> {
    const { about, plan, evidence, tell, signal } = looking
    if (plan.clouds.length === 0) return
    const bytes = new Map(zip(document.tracks.keys(), document.tracks.values()))
    const unknown = [...bytes.keys()].filter((id) => !evidence.has(id))
    if (unknown.length === 0) return
    let looked = 0
    const tellMore = (frames: number) => {
      looked = Math.min(plan.frameIds.length, looked + frames)
      tell(looked)
    }
    const order = { document: packDocument(document), trackIds: unknown }
    const found = new Map<string, TrackEvidence>()
    const look = (floating: ReadonlySet<string> | null) =>
      this.#lookAtFrames(job, { ...order, floating }, { plan, into: [found, evidence], told: tellMore, signal })
    await look(null)
    await look(floatingTracks(found))
    for (const id of unknown) {
      const one = bytes.get(id)
      if (one) about.byTrack.set(id, { bytes: one, evidence: evidence.get(id) ?? NOTHING_FOUND })
    }
    for (const id of about.byTrack.keys()) if (!bytes.has(id)) about.byTrack.delete(id)
  }

  async #lookAtFrames(job: Job, asked: CuboidLook, { plan, into, told, signal }: LookAtFrames): Promise<void> {
    const { threads } = this.#context
    const { trackIds } = asked
    const options = { lane: job.projectId, timeLimitMs: TIME_LIMIT_MS, signal }
    const boxesOf = await threads.run('boxesToLookAt', asked, options)
    const cloudsOf = Map.groupBy(plan.clouds, ({ frame }) => frame)
    const waiting = [...boxesOf].flatMap(([frame, boxes]) => {
      const clouds = cloudsOf.get(frame)
      return clouds ? [{ boxes, clouds }] : []
    })
    let next = 0
    const work = async () => {
      while (next < waiting.length) {
        const slice = waiting.slice(next, next + FRAMES_AT_ONCE)
        next += slice.length
        const local = slice.map(async ({ boxes, clouds }) => ({
          boxes,
          clouds: await localClouds(this.#context, plan, clouds),
        }))
        const frames = (await Promise.all(local)).filter(({ clouds }) => clouds.length > 0)
        const found = await threads.run('lookAtPoints', { trackIds, frames }, options)
        for (const evidence of into) addEvidence(evidence, found)
        told(slice.length)
      }
    }
    await Promise.all(Array.from({ length: SLICES_AT_ONCE }, work))
  }
}

function newRunning(version: number): Running {
  const known = { version, frameIds: [], findings: [], complete: false, lookedAt: { frames: 0, objects: 0 } }
  return { known, done: Promise.resolve() }
}

interface AskedCheck {
  job: Job
  tag: Tag
  version: number
  read(): Promise<CheckedWork>
}

interface FindAll {
  tag: Tag
  work: CheckedWork
  plan: KnownPlan
  evidence: ReadonlyMap<string, TrackEvidence>
  motions: KnownMotions
  signal: AbortSignal
}

interface Looking {
  about: KnownEvidence
  plan: KnownPlan
  evidence: Map<string, TrackEvidence>
  tell(frames: number): void
  signal: AbortSignal
}

interface LookAtFrames extends Pick<Looking, 'plan' | 'signal'> {
  into: readonly Map<string, TrackEvidence>[]
  told(frames: number): void
}

const NOTHING_FOUND: TrackEvidence = { frames: [], counts: [], heights: [] }

function withoutMissing(counts: ReadonlyMap<number, number>, missing: number): ReadonlyMap<number, number> {
  const unlabelled = counts.get(0)
  return unlabelled === undefined ? counts : new Map(counts).set(0, Math.max(0, unlabelled - missing))
}

/** Of tracks that are as they were when they were looked at. */
function knownEvidence({ byTrack }: KnownEvidence, { tracks }: EncodedDocument): Map<string, TrackEvidence> {
  const known = new Map<string, TrackEvidence>()
  for (const [id, bytes] of zip(tracks.keys(), tracks.values())) {
    const before = byTrack.get(id)
    if (before && Buffer.compare(before.bytes, bytes) === 0) known.set(id, before.evidence)
  }
  return known
}

function* zip<A, B>(as: Iterable<A>, bs: Iterable<B>): Generator<[A, B]> {
  const others = bs[Symbol.iterator]()
  for (const a of as) {
    const next = others.next()
    if (next.done) return
    yield [a, next.value]
  }
}

/** Puts an entry last; the oldest ones go. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

export const versionGone = () => new ApiError('resource_error', 'this version of the work is not kept')
