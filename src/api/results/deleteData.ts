import { isFinished } from '../../model/stage.ts'
import { removeUnnamed } from '../../store/cluster/files/removal.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { findJob, lockJob } from '../../store/project/jobs/jobs.ts'
import { removeJobData } from '../../store/project/jobs/removal.ts'
import type { ApiContext } from '../context.ts'
import { jobRecord } from '../customer/record.ts'
import { noSuchJob, wrongState } from '../http/apiError.ts'

/** Removes the data of a finished job; a file that another job names too stays for that one. */
export async function deleteJobData(context: ApiContext, projectId: string, jobId: string) {
  const files = await withTransaction(context.pool, async (client) => {
    const job = await lockJob(client, projectId, jobId)
    if (!job) throw noSuchJob()
    if (!isFinished(job.stage)) throw wrongState('delete the data of', job.stage)
    return removeJobData(client, job)
  })
  await removeUnnamed(context.pool, context.files, files)
  return jobRecord(context, (await findJob(context.pool, projectId, jobId))!)
}
