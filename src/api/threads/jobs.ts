/**
 * What the api does on worker threads: large submissions and documents would hold up every other answer. This module is
 * loaded inside the threads only: import its types, never its values.
 */
import type { AnnotationType } from '../../model/annotationType.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import type { JobRegistry, ThreadContext } from '../../threads/protocol.ts'
import { assistantJobs } from './assistantWork.ts'
import { readBulk } from './bulkCheck.ts'
import { checkJobs } from './checkWork.ts'
import { compareDocuments, readComparing } from './compareDocuments.ts'
import { documentJobs } from './documentWork.ts'
import { type PlainRules, readCorrection, readJobBody } from './jobCheck.ts'
import { readSubmission, type SubmissionOrder, type SubmissionReading } from './readSubmission.ts'
import { type StoredPrediction, showPrediction } from './showPrediction.ts'
import { type CheckedLabels, type FetchedLabels, validateLabels } from './validateLabels.ts'

/** Returns the transferred bytes together with the result. */
function returned<Reading>(bytes: Uint8Array, reading: Reading, context: ThreadContext) {
  context.transfer(...ownBuffer(bytes))
  return { bytes, reading }
}

interface Lent {
  bytes: Uint8Array
  rules: PlainRules
}

export const jobs = {
  ...documentJobs,
  ...assistantJobs,
  ...checkJobs,
  compareDocuments,
  readComparing,
  checkJob: ({ bytes, rules, withUrls }: Lent & { withUrls: boolean }, context: ThreadContext) =>
    returned(bytes, readJobBody(bytes, rules, withUrls), context),
  checkBulk: ({ bytes, rules, isNdjson }: Lent & { isNdjson: boolean }, context: ThreadContext) =>
    returned(bytes, readBulk(bytes, isNdjson, rules), context),
  checkCorrection: (
    { bytes, rules, annotationType }: Lent & { annotationType: AnnotationType },
    context: ThreadContext,
  ) => returned(bytes, readCorrection(bytes, rules, annotationType), context),
  validateLabels(fetched: FetchedLabels, context: ThreadContext): CheckedLabels {
    const checked = validateLabels(fetched)
    if ('file' in checked) context.transfer(checked.file.buffer)
    return checked
  },
  showPrediction(stored: StoredPrediction, context: ThreadContext): Uint8Array<ArrayBuffer> {
    const data = showPrediction(stored)
    context.transfer(data.buffer)
    return data
  },
  readSubmission(order: SubmissionOrder, context: ThreadContext): SubmissionReading {
    const reading = readSubmission(order)
    if ('document' in reading) {
      context.transfer(...reading.document.map(({ buffer }) => buffer))
      if (reading.labels) context.transfer(reading.labels.buffer)
    }
    return reading
  },
} satisfies JobRegistry

export type ApiJobs = typeof jobs
