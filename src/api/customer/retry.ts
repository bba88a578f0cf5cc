import { frameCount } from '../../formats/jobBody/input.ts'
import { refusal } from '../../formats/jobBody/jobBody.ts'
import { isObject } from '../../formats/jobBody/shape.ts'
import type { Operation } from '../../model/operation.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { findJob, lockJob } from '../../store/project/jobs/jobs.ts'
import { retry } from '../../store/project/jobs/stages.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, noSuchJob, refused, wrongState } from '../http/apiError.ts'
import { readJson } from '../http/body.ts'
import { jobRecord } from './record.ts'
import { jobRules, usedKeptSensors } from './submission.ts'

/** Takes a failed job back to the start. Corrected `data` is judged like that of a new job of the same tag. */
export async function retryJob(context: ApiContext, projectId: string, jobId: string, bytes: Buffer) {
  const before = await findJob(context.pool, projectId, jobId)
  if (!before) throw noSuchJob()
  const parsed = bytes.length === 0 ? {} : readJson(bytes)
  if (!isObject(parsed)) throw new ApiError('GE_0001', 'the body has to be a JSON object')
  if (before.stage !== 'failed') throw wrongState('retry', before.stage)
  const corrected =
    parsed.data === undefined
      ? null
      : await checkCorrection(context, projectId, before.operation as Operation, parsed, bytes)
  await withTransaction(context.pool, async (client) => {
    const job = await lockJob(client, projectId, jobId)
    if (!job || !(await retry(client, job, corrected))) throw wrongState('retry', job?.stage ?? 'gone')
  })
  context.wake('tasks')
  return jobRecord(context, (await findJob(context.pool, projectId, jobId))!)
}

async function checkCorrection(
  context: ApiContext,
  projectId: string,
  operation: Operation,
  parsed: Record<string, unknown>,
  body: Buffer,
) {
  const rules = await jobRules(context, projectId, parsed)
  const { data } = parsed
  if (isObject(data) && Object.keys(data).length === 0)
    throw refused(refusal('FS_0004', [{ field: 'data', type: 'MISSING' }]))
  const checked = context.checkData(data, { ...rules, operation })
  if ('failures' in checked) throw refused(refusal('FS_0003', checked.failures))
  const kept = usedKeptSensors(checked, rules.keptSensors)
  return { body, frames: frameCount(checked.input), warnings: checked.warnings, keptSensors: kept }
}
