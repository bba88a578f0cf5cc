import type { JobContext } from './jobContext.ts'
import { parseSubmission, type ReadSubmission } from './submission.ts'
import type { SubmissionOptions } from './submissionContext.ts'

/**
 * The document from which a result of this service was made; a reopened job continues from it. Assembling it again
 * gives the same result. Labels of a segmentation are in its file (`labelsUrl`). Throws if `data` is not a result of
 * this job.
 */
export function documentFromResult(job: JobContext, data: unknown, newId: SubmissionOptions['newId']): ReadSubmission {
  const read = parseSubmission(job, data, { newId, defaultSource: 'manual', isEarlierResult: true })
  if (!('failures' in read)) return read
  const [first] = read.failures
  throw new Error(`not a result of this job: ${first.field} (${first.type}), ${read.failures.length} faults in all`)
}
