import type { JobFacts, JobPayloadAnswer, ReviewRow } from '../../contract/payload.ts'
import { isoTime } from '../../formats/isoTime.ts'
import type { TilePyramid } from '../../formats/workbench/job.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { isFinished } from '../../model/stage.ts'
import type { TagChecks } from '../../model/tag.ts'
import type { FileStore } from '../../store/files/fileStore.ts'
import { findPointCount, listPyramids, listShownFiles } from '../../store/project/jobs/assets.ts'
import { dataPlaceOf, type Job, readPayload } from '../../store/project/jobs/jobs.ts'
import type { Project } from '../../store/project/projects/projects.ts'
import { listReviews } from '../../store/project/results/reviews.ts'
import { findReadVersion } from '../../store/project/tags/instructions.ts'
import type { StoredTag } from '../../store/project/tags/tags.ts'
import { type ActiveTime, activeSecondsOf, listActiveTimes } from '../../store/project/work/activeTimes.ts'
import { findHolder } from '../../store/project/work/lease.ts'
import { listReopenings, type Reopening } from '../../store/project/work/reopenings.ts'
import { ApiError } from '../http/apiError.ts'
import { leaseOf } from './authorizeJob.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** How a reader opens a job: with a session, or by a viewer's link. */
export interface JobOpening {
  access: JobPayloadAnswer['access']
  files: JobPayloadAnswer['files']
  version: number
  labelsUrl: string | null
  /** null: of a link. */
  userId: string | null
}

export interface OpenedPayload {
  payload: Omit<JobPayloadAnswer, 'document' | 'content'>
  /** As JSON. */
  content: Uint8Array
}

/** Everything that the editor needs to open a job, except the document. */
export async function jobPayload(workbench: WorkbenchContext, job: Job, opening: JobOpening): Promise<OpenedPayload> {
  const { pool, projects } = workbench.context
  const { projectId, jobId } = job
  const origin = dataPlaceOf(job)
  const { project } = await projects.get(projectId)
  const kept = await bodyWithTag(workbench, job)
  const isSegmentation = rulesOf(job.annotationType).hasLabels
  const [content, reviews, reopenings, times, holder, pointCount, readVersion] = await Promise.all([
    contentOf(workbench, job, kept),
    listReviews(pool, projectId, jobId),
    isFinished(job.stage) || job.resultVersion === null ? [] : listReopenings(pool, job),
    listActiveTimes(pool, job),
    findHolder(pool, projectId, jobId),
    isSegmentation ? findPointCount(pool, origin.projectId, origin.jobId) : null,
    readVersionOf(workbench, opening.userId, { projectId: project.projectId, tag: job.tag }),
  ])
  const payload = {
    job: jobFacts(job, project, reopenings.at(-1) ?? null),
    // Pages that were loaded before an update read the name of the wire.
    tag: { ...kept.tag, operation: kept.tag.annotationType },
    instructions: { version: kept.tag.instructionsVersion, readVersion },
    version: opening.version,
    labelsUrl: isSegmentation ? opening.labelsUrl : null,
    pointCount,
    access: opening.access,
    lease: leaseOf(holder),
    reviews: reviews.map(reviewRow),
    activeSeconds: activeSecondsOf(times),
    annotatedBy: opening.access === 'review' ? annotatorsOf(times) : [],
    files: opening.files,
  }
  return { payload, content }
}

const readVersionOf = (
  { context }: WorkbenchContext,
  userId: string | null,
  of: { projectId: string; tag: string },
): Promise<number | null> =>
  userId === null ? Promise.resolve(null) : findReadVersion(context.pool, { ...of, userId })

const annotatorsOf = (times: readonly ActiveTime[]): JobPayloadAnswer['annotatedBy'] =>
  times.filter(({ kind }) => kind === 'annotate').map(({ userName, seconds }) => ({ name: userName, seconds }))

interface BodyWithTag {
  payload: Buffer
  tag: Omit<StoredTag, keyof TagChecks>
}

/** The stored values of a job for people who see or review its work. */
export async function bodyWithTag({ context }: WorkbenchContext, job: Job): Promise<BodyWithTag> {
  const origin = dataPlaceOf(job)
  const [payload, tag] = await Promise.all([
    readPayload(context.pool, origin.projectId, origin.jobId),
    context.projects.tagOfJob(job),
  ])
  if (!payload || job.dataDeletedAt)
    throw new ApiError('GONE', 'the data of this job was deleted', { meta: { reason: 'DATA_DELETED' } })
  if (!tag) throw new Error(`the tag of job ${job.jobId} is gone`)
  // Annotators must not see how the work is checked.
  const { gold: _gold, training: _training, consensus: _consensus, ...shown } = tag
  // A person who is checked does not see which of their jobs are reviewed.
  const review = typeof tag.review === 'object' && tag.review !== null ? true : tag.review
  return { payload, tag: { ...shown, review, annotationType: job.annotationType } }
}

/** The content to show, as JSON. */
async function contentOf(
  { context, work }: WorkbenchContext,
  job: Job,
  { payload, tag }: BodyWithTag,
): Promise<Uint8Array> {
  const { keptSensors, pointCloudFrame } = job
  const { projectId, jobId } = dataPlaceOf(job)
  const [files, pyramids] = await Promise.all([
    listShownFiles(context.pool, projectId, jobId),
    listPyramids(context.pool, projectId, jobId).then((names) => readPyramids(context.files, names)),
  ])
  return work.content(projectId, {
    payload,
    annotationType: tag.annotationType,
    keptSensors,
    pointCloudFrame,
    files,
    pyramids,
  })
}

const jobFacts = (
  job: Job,
  project: Pick<Project, 'projectId' | 'name' | 'undoSeconds'>,
  reopening: Reopening | null,
): JobFacts => ({
  jobId: job.jobId,
  projectId: project.projectId,
  projectName: project.name,
  batchId: job.batchId,
  referenceId: job.referenceId,
  operation: job.annotationType,
  stage: job.stage,
  priorityWeight: job.priorityWeight,
  createdAt: isoTime(job.createdAt),
  resultVersion: job.resultVersion,
  warnings: job.warnings,
  rejected: job.rejected,
  reopening: reopening && { ...reopening, at: isoTime(reopening.at) },
  undoSeconds: project.undoSeconds,
})

const reviewRow = (entry: Awaited<ReturnType<typeof listReviews>>[number]): ReviewRow => ({
  number: entry.number,
  resultVersion: entry.version,
  decision: entry.decision,
  fixed: entry.fixed,
  comment: entry.comment,
  userName: entry.userName,
  at: isoTime(entry.createdAt),
  hasDocument: entry.documentSha256 !== null,
})

interface PyramidManifest {
  tile_size: number
  levels: TilePyramid['levels']
  tiles: Record<string, string>
}

async function readPyramid(files: FileStore, sha256: string): Promise<TilePyramid> {
  const manifest = JSON.parse((await files.readAll(sha256)).toString('utf8')) as PyramidManifest
  return { tileSizePx: manifest.tile_size, levels: manifest.levels, tiles: manifest.tiles }
}

async function readPyramids(files: FileStore, names: readonly string[]): Promise<Map<string, TilePyramid>> {
  return new Map(await Promise.all(names.map(async (name) => [name, await readPyramid(files, name)] as const)))
}
