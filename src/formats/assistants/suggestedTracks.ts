import type { Track } from '../../model/document/document.ts'
import type { JobContext } from '../results/jobContext.ts'
import { parseSubmission } from '../results/submission.ts'
import { dataOfRecords, type Proposed } from './proposed.ts'

/**
 * The objects that suggestions propose; null if one of them no longer fits the tag. Relations are kept among them alone:
 * each suggestion is shown and decided by itself, also where the object that it is related to is another one.
 */
export function suggestedTracks(
  job: JobContext,
  proposed: readonly Omit<Proposed, 'score'>[],
  newId: () => string,
): Track[] | null {
  const data = dataOfRecords(job.tag.annotationType, proposed)
  const read = parseSubmission(job, data, {
    newId,
    defaultSource: 'machine',
    mayLeaveUnanswered: true,
    onRelationLeftOut() {},
  })
  return 'failures' in read ? null : [...read.document.tracks.values()]
}

/**
 * The objects that suggestions propose together; one object may have several suggestions. Page and service both use
 * this, so that they make the same document from them. Suggestions that no longer fit the tag are left out.
 */
export function acceptedTracks(
  job: JobContext,
  proposed: readonly Omit<Proposed, 'score'>[],
  newId: () => string,
): Track[] {
  const together = suggestedTracks(job, proposed, newId)
  if (together) return together
  return proposed.flatMap((one) => suggestedTracks(job, [one], newId) ?? [])
}
