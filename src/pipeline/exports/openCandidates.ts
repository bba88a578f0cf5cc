import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportJob } from '../../interchange/core/exportSet.ts'
import type { Losses } from '../../interchange/core/losses.ts'
import { FileMissingError } from '../../store/files/fileStore.ts'
import { LABELS_NAME, RESULT_NAME } from '../../store/links.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import {
  CANDIDATE_LETTERS,
  type Candidate,
  findConsensus,
  listCandidates,
} from '../../store/project/quality/consensus.ts'
import { locate, type StoredDocument } from '../../workflow/quality/comparedWork.ts'
import { cloudPaths } from '../cloudPaths.ts'
import type { PipelineContext } from '../context.ts'
import { jobSnapshotOf } from '../jobSnapshotOf.ts'
import { openLabels, writtenResult } from './openExportJob.ts'

const TIME_LIMIT_MS = 15 * 60_000

interface Opening {
  projectId: string
  /** The index of the annotator. */
  index: number
  counts: ReadonlyMap<string, number>
  losses: Losses
  /** A folder for temporary files. */
  folder: string
  signal: AbortSignal
}

/** The jobs that several people annotated, with the submission of one of them instead of the result. */
export async function* openCandidates(
  context: PipelineContext,
  jobs: AsyncIterable<ExportJob>,
  opening: Opening,
): AsyncGenerator<ExportJob> {
  const { projectId, index, counts, losses } = opening
  for await (const exported of jobs) {
    if ((counts.get(exported.jobId) ?? 0) <= index) continue
    const job = await findJob(context.pool, projectId, exported.jobId)
    const agreed = job && (await findConsensus(context.pool, job))?.result
    if (!job || !agreed) continue
    const candidates = await listCandidates(context.pool, job, agreed)
    const place = candidates.find(({ letter }) => letter === CANDIDATE_LETTERS[index])?.place
    const stored = place && (await located(context, place))
    if (stored) yield* openCandidate(context, exported, { job, stored, ...opening })
    else losses.add('file_deleted', exported)
  }
}

async function* openCandidate(
  context: PipelineContext,
  exported: ExportJob,
  { job, stored, folder, signal }: Pick<Opening, 'folder' | 'signal'> & { job: Job; stored: StoredDocument },
): AsyncGenerator<ExportJob> {
  const made = join(folder, randomUUID())
  await mkdir(made)
  try {
    const [outPath, labelledPath] = [join(made, RESULT_NAME), join(made, LABELS_NAME)]
    const hasLabels = stored.labelsPath !== null
    const order = {
      ...stored,
      job: await jobSnapshotOf(context.pool, job),
      // They made the first version.
      resultVersion: 1,
      metadata: job.metadata,
      consensus: null,
      candidates: [],
      review: null,
      accepted: [],
      undecidedSuggestions: 0,
      cloudPaths: await cloudPaths(context, job),
      labelsUrl: hasLabels ? `${exported.name}.pcd` : null,
      outPath,
      labelledPath,
      inlineLimitBytes: 0,
    }
    await context.threads.run('assembleDocument', order, { lane: job.projectId, timeLimitMs: TIME_LIMIT_MS, signal })
    const document = writtenResult(await readFile(outPath, 'utf8'))
    const openLabelFile = async () => (hasLabels ? createReadStream(labelledPath) : null)
    yield { ...exported, document, openLabelFile, openLabels: () => openLabels(exported.frames, openLabelFile) }
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
