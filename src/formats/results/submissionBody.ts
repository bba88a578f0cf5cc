import type { Failure } from '../errors/codes.ts'
import { wordsFor } from '../errors/fault.ts'
import type { JobContext } from './jobContext.ts'
import { isJsonObject } from './read.ts'
import { parseSubmission, type ReadSubmission } from './submission.ts'
import type { SubmissionOptions } from './submissionContext.ts'

/** Reads `{type?, data}` of a submitted result or a prediction: `type`, where it is given, is the tag's operation. */
export function readSubmissionBody(
  job: JobContext,
  body: unknown,
  options: SubmissionOptions,
): ReadSubmission | { code: 'GE_0001' | 'GE_0002' | 'FS_0004' | 'FS_0003'; failures: Failure[] } {
  if (!isJsonObject(body)) return { code: 'GE_0001', failures: [] }
  if (body.type !== undefined && body.type !== job.tag.operation) {
    return {
      code: 'GE_0002',
      failures: [
        {
          field: 'type',
          type: typeof body.type === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE',
          ...wordsFor(job.tag.operation, body.type),
        },
      ],
    }
  }
  const { data } = body
  if (data === undefined || data === null || (isJsonObject(data) && Object.keys(data).length === 0)) {
    return { code: 'FS_0004', failures: [{ field: 'data', type: 'MISSING' }] }
  }
  const read = parseSubmission(job, data, options)
  return 'failures' in read ? { code: 'FS_0003', failures: read.failures } : read
}
