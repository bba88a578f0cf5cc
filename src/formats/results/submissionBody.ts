import { type Fault, faultAt } from '../errors/fault.ts'
import type { JobContext } from './jobContext.ts'
import { isJsonObject } from './read.ts'
import { parseSubmission, type ReadSubmission } from './submission.ts'
import type { SubmissionOptions } from './submissionContext.ts'

/** Reads `{type?, data}` of a submitted result or a prediction: `type`, where it is given, is the tag's operation. */
export function readSubmissionBody(
  job: JobContext,
  body: unknown,
  options: SubmissionOptions,
): ReadSubmission | { code: 'GE_0001' | 'GE_0002' | 'FS_0004' | 'FS_0003'; failures: Fault[] } {
  if (!isJsonObject(body)) return { code: 'GE_0001', failures: [] }
  if (body.type !== undefined && body.type !== job.tag.annotationType) {
    return {
      code: 'GE_0002',
      failures: [
        faultAt(
          'type',
          typeof body.type === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE',
          job.tag.annotationType,
          body.type,
        ),
      ],
    }
  }
  const { data } = body
  if (data === undefined || data === null || (isJsonObject(data) && Object.keys(data).length === 0)) {
    return { code: 'FS_0004', failures: [faultAt('data', 'MISSING', 'an object with members', data)] }
  }
  const read = parseSubmission(job, data, options)
  return 'failures' in read ? { code: 'FS_0003', failures: read.failures } : read
}
