import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportJob } from '../../interchange/core/exportSet.ts'
import type { Losses } from '../../interchange/core/losses.ts'
import { FileMissingError } from '../../store/files/fileStore.ts'
import { LABELS_NAME, RESULT_NAME } from '../../store/links.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import type { ExportRow } from '../../store/project/exports/exports.ts'
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
import { keptJobOf } from '../keptJobOf.ts'
import { openLabels, writtenResult } from './openExportJob.ts'

const TIME_LIMIT_MS = 15 * 60_000

/** The number of people who annotated each job of an export that several people annotated. */
export async function candidatesByJob(
  db: Queryable,
  { projectId, exportId }: Pick<ExportRow, 'projectId' | 'exportId'>,
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ job_id: string; count: number }>(
    `select e.job_id, json_array_length(c.candidates) as count from export_jobs e
     join consensus_jobs c on c.project_id = $1 and c.job_id = e.job_id and c.candidates is not null
     where e.project_id = $1 and e.export_id = $2`,
    [projectId, exportId],
  )
  return new Map(rows.map(({ job_id, count }) => [job_id, count]))
}

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
      job: await keptJobOf(context.pool, job),
      // They made the first version.
      resultVersion: 1,
      metadata: job.metadata,
      ...{ consensus: null, candidates: [], review: null, accepted: [], undecidedSuggestions: 0 },
      cloudPaths: await cloudPaths(context, job),
      ...{ labelsUrl: hasLabels ? `${exported.name}.pcd` : null, outPath, labelledPath, inlineLimitBytes: 0 },
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
