import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportCandidate } from '../../interchange/core/exportSet.ts'
import { FileMissingError } from '../../store/files/fileStore.ts'
import { LABELS_NAME, RESULT_NAME } from '../../store/links.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { type Candidate, findConsensus, listCandidates } from '../../store/project/quality/consensus.ts'
import { locate, type StoredDocument } from '../../workflow/quality/comparedWork.ts'
import { cloudPaths } from '../cloudPaths.ts'
import type { PipelineContext } from '../context.ts'
import { keptJobOf } from '../keptJobOf.ts'

const TIME_LIMIT_MS = 15 * 60_000

interface Opening {
  projectId: string
  jobId: string
  /** The job's name in the archive. */
  name: string
  /** A folder for what is made on the way. */
  folder: string
  signal: AbortSignal
}

/** Result documents of what each annotator of a consensus job submitted; nothing of other jobs. */
export async function* openCandidates(context: PipelineContext, opening: Opening): AsyncGenerator<ExportCandidate> {
  const { pool } = context
  const job = await findJob(pool, opening.projectId, opening.jobId)
  const agreed = job && (await findConsensus(pool, job))?.result
  if (!job || !agreed) return
  for (const candidate of await listCandidates(pool, job, agreed))
    yield* openCandidate(context, job, candidate, opening)
}

async function* openCandidate(
  context: PipelineContext,
  job: Job,
  { letter, place }: Candidate,
  { name, folder, signal }: Opening,
): AsyncGenerator<ExportCandidate> {
  const stored = place && (await located(context, place))
  if (!stored) {
    yield { letter, files: null }
    return
  }
  const made = join(folder, randomUUID())
  await mkdir(made)
  try {
    const [outPath, labelledPath] = [join(made, RESULT_NAME), join(made, LABELS_NAME)]
    const labelsUrl = stored.labelsPath === null ? null : `candidates/${name}/${letter}.pcd`
    const order = {
      ...stored,
      job: await keptJobOf(context.pool, job),
      // They made the first version.
      resultVersion: 1,
      metadata: job.metadata,
      ...{ consensus: null, candidates: [], review: null, accepted: [] },
      cloudPaths: await cloudPaths(context, job),
      ...{ labelsUrl, outPath, labelledPath, inlineLimitBytes: 0 },
    }
    await context.threads.run('assembleDocument', order, { lane: job.projectId, timeLimitMs: TIME_LIMIT_MS, signal })
    const labels = labelsUrl === null ? null : createReadStream(labelledPath)
    yield { letter, files: { result: createReadStream(outPath), labels } }
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

async function located(
  { files }: PipelineContext,
  place: NonNullable<Candidate['place']>,
): Promise<StoredDocument | null> {
  try {
    return await locate(files, place)
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}
