import type { NewJob } from '../../store/cluster/jobs/writeJobs.ts'
import { answerOf, newJob, submitJob, submitJobOnce } from '../../workflow/jobs/submitJob.ts'
import { refused } from '../../workflow/refusal.ts'
import type { ApiContext } from '../context.ts'
import type { JobReading } from '../threads/jobCheck.ts'
import { checkBody } from './bodyChecks.ts'

/** The job of a body as it would be written, with the addresses of its files where they are asked for. `bytes` are used up. */
export async function readNewJob(
  context: ApiContext,
  projectId: string,
  bytes: Buffer,
  withUrls = false,
): Promise<{ job: NewJob; urls: readonly string[] }> {
  const checked = await checkBody(context, projectId, bytes, withUrls)
  const job = await checkedJob(context, projectId, checked.reading, checked.bytes)
  return { job, urls: 'job' in checked.reading ? checked.reading.job.urls : [] }
}

export async function checkedJob(
  { projects }: ApiContext,
  projectId: string,
  reading: JobReading,
  bytes: Uint8Array,
): Promise<NewJob> {
  if ('refusal' in reading) throw refused(reading.refusal)
  return newJob(projects, projectId, reading.job, bytes)
}

/** Creates one job, once where the call has an Idempotency-Key. Answers after the commit. */
export async function createJob(context: ApiContext, projectId: string, bytes: Buffer, key: string | null) {
  const read = async (body: Buffer) => (await readNewJob(context, projectId, body)).job
  if (key === null) return answerOf(await submitJob(context.pool, context.ingest, await read(bytes)))
  const answer = await submitJobOnce(context.pool, { projectId, key, bytes }, read)
  context.wake('tasks')
  return answer
}
