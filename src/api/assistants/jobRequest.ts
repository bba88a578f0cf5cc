import { randomUUID } from 'node:crypto'
import type { SignedFile } from '../../formats/assistants/requestBody.ts'
import type { TrackEnds } from '../../formats/assistants/trackEnds.ts'
import type { TrackedBox } from '../../formats/assistants/trackedBoxes.ts'
import type { PackedDocument } from '../../formats/document/packedDocument.ts'
import { packDocument } from '../../formats/document/packedDocument.ts'
import type { JobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { Verb } from '../../model/assistants/assistant.ts'
import { isImageFacts, listAssets } from '../../store/project/jobs/assets.ts'
import { dataPlaceOf, homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { resultTarget } from '../results/resultTarget.ts'
import { assistantLinkQuery, type TaskLease, taskLinkQuery } from '../workbench/assistantLink.ts'
import type { WorkbenchContext } from '../workbench/workbenchContext.ts'

const LINK_SECONDS = 3600
const TIME_LIMIT_MS = 60_000

/** A request to an assistant. */
export interface Question {
  verb: Verb
  assistant: string
  input: Record<string, unknown>
  /** The same for the same person, job and assistant. */
  session?: string
  /** The task whose lease keeps the addresses of files valid; otherwise they are valid for an hour. */
  task?: TaskLease
}

export interface AssistantJobRequest {
  /** JSON. */
  body: Uint8Array
  job: JobSnapshot
  document: PackedDocument
  files: SignedFile[]
  /** The ids of the job's frames, in order. */
  frameIds: string[]
  /** For `track` in videos: the boxes of the objects in the first frame, in fractions of the image. */
  trackedBoxes: TrackedBox[]
  /** The first and last boxes of the same objects. */
  trackEnds: TrackEnds[]
}

/** The body of a request about a job, with the current document. */
export async function jobRequest(
  workbench: WorkbenchContext,
  job: Job,
  question: Question,
): Promise<AssistantJobRequest> {
  const { context, documents } = workbench
  const [kept, files, current] = await Promise.all([
    resultTarget(context, job),
    signedFiles(workbench, job, question.task),
    documents.current(job),
  ])
  const labels = rulesOf(job.annotationType).hasLabels ? (await documents.openedLabels(job)).file : null
  const document = packDocument(current.document)
  const { verb, assistant, session, input } = question
  const origin = dataPlaceOf(job)
  const head = {
    verb,
    request_id: randomUUID(),
    project_id: homeOf(job),
    assistant,
    ...(session !== undefined && { session }),
  }
  // For a private copy, the assistant sees the original job.
  const asked = { ...kept, jobId: origin.jobId }
  const order = { head, job: asked, files, document, labels, input }
  const made = await context.threads.run('assistantRequest', order, { lane: job.projectId, timeLimitMs: TIME_LIMIT_MS })
  return { ...made, job: kept, document, files }
}

/** Addresses of the job's files that open for reading alone, and for a time. */
async function signedFiles(
  { context }: WorkbenchContext,
  job: Job,
  task: TaskLease | undefined,
): Promise<SignedFile[]> {
  const origin = dataPlaceOf(job)
  const { linkSecret } = await context.projects.get(origin.projectId)
  const query = task
    ? taskLinkQuery(linkSecret, origin.jobId, task)
    : assistantLinkQuery(linkSecret, origin.jobId, Math.ceil(Date.now() / 1000) + LINK_SECONDS)
  const assets = await listAssets(context.pool, origin.projectId, origin.jobId)
  return assets.map(({ field, frameIndex, sha256, kind, facts }) => ({
    field,
    frameIndex,
    url: `${context.baseUrl()}/api/assets/${origin.jobId}/${sha256}${query}`,
    mediaType: isImageFacts(facts) ? `image/${facts.format}` : kind === 'cloud' ? 'application/octet-stream' : '',
    ...(isImageFacts(facts)
      ? { widthPx: facts.uprightWidth, heightPx: facts.uprightHeight }
      : { pointCount: facts.pointCount }),
  }))
}
