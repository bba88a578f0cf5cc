import { fileIdOf, isFileAddress } from '../../formats/files/fileAddress.ts'
import { parseJson } from '../../json/text.ts'
import { STAGES } from '../../model/stage.ts'
import { removeUnnamed } from '../../store/cluster/files/removal.ts'
import { completeTasks, postpone } from '../../store/cluster/tasks/settle.ts'
import type { Task } from '../../store/cluster/tasks/task.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { releaseFiles } from '../../store/project/files/fileUses.ts'
import { failedIngestJobs, hasIngestJobAt } from '../../store/project/ingests/ingestJobs.ts'
import { findIngest, type IngestFailure, type IngestRow, settleIngest } from '../../store/project/ingests/ingests.ts'
import { may } from '../../workflow/stage/events.ts'
import type { PipelineContext } from '../context.ts'
import { retryUntilFound } from '../retryUntilFound.ts'
import { pathOfAddress } from './addressFile.ts'
import { addressesIn } from './contentHash.ts'
import { LISTED } from './ingestReport.ts'

const WAIT_MS = 500
/** Bodies of failed jobs are read so many at a time: each may have thousands of frames. */
const JOBS_AT_A_TIME = 20
/** Stages in which a job's files may still turn out to be invalid. */
const CHECKING = STAGES.filter((stage) => may(stage, 'fail'))

/** Completes an ingest once the files of all jobs that it made are checked; those that failed are its failures. */
export async function settleCheckedIngest(context: PipelineContext, task: Task): Promise<void> {
  const { pool } = context
  const row = await findIngest(pool, task.projectId, task.subjectId)
  if (!row) return retryUntilFound(pool, task)
  if (row.status !== 'creating') {
    await completeTasks(pool, [task])
    return
  }
  if (await hasIngestJobAt(pool, row, CHECKING)) {
    await postpone(pool, task, WAIT_MS, 'waits until the files of its jobs are checked')
    return
  }
  const found = await failuresOf(context, row)
  await withTransaction(pool, async (db) => {
    if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
    await settleIngest(db, row, found, null)
    await releaseFiles(db, row.projectId, { kind: 'ingest', id: row.ingestId })
  })
  if (row.sha256 !== null) await removeUnnamed(pool, context.files, [row.sha256])
}

async function failuresOf({ pool }: PipelineContext, row: IngestRow) {
  const failures = [...row.failures]
  let { failuresTotal } = row
  let jobs = await failedIngestJobs(pool, row, null, JOBS_AT_A_TIME)
  while (jobs.length > 0) {
    for (const job of jobs) {
      failuresTotal += job.failures.length
      if (failures.length < LISTED) failures.push(...fileFailures(job).slice(0, LISTED - failures.length))
    }
    jobs = await failedIngestJobs(pool, row, jobs.at(-1)?.jobId ?? null, JOBS_AT_A_TIME)
  }
  return { failures, failuresTotal }
}

/** The failures of a job by the files of the source, which the addresses of its body end with. */
function fileFailures({ failures, body }: Awaited<ReturnType<typeof failedIngestJobs>>[number]): IngestFailure[] {
  const sent = body && (parseJson(body) as { data?: unknown })
  const files = new Map(
    sent ? [...addressesIn(sent.data, 'data')].map(({ field, address }) => [field, fileOf(address)]) : [],
  )
  return failures.map(({ field, type }) => ({ file: files.get(field) ?? '', field, type }))
}

function fileOf(address: string): string {
  if (!isFileAddress(address)) return pathOfAddress(address)
  const name = address.slice(`upload://${fileIdOf(address)}/`.length)
  return name.split('/').map(decodeURIComponent).join('/')
}
