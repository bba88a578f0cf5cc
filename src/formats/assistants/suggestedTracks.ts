import type { Track } from '../../model/document/document.ts'
import type { JobContext } from '../results/jobContext.ts'
import { parseSubmission } from '../results/submission.ts'
import { dataOfRecords, type Proposed } from './proposed.ts'

/** Objects that suggestions propose; null where one of them no longer fits the tag. */
export function suggestedTracks(
  job: JobContext,
  proposed: readonly Omit<Proposed, 'score'>[],
  newId: () => string,
): Track[] | null {
  const data = dataOfRecords(job.tag.operation, proposed)
  const read = parseSubmission(job, data, { newId, defaultSource: 'machine', mayLeaveUnanswered: true })
  return 'failures' in read ? null : [...read.document.tracks.values()]
}

/**
 * Objects that suggestions propose together; one object may have several. Page and service read them by this, so that
 * both make the same document of them. Left out: those that no longer fit the tag.
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
