import type { JobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { type CandidateComparison, compareCandidates } from '../../model/compare/candidates.ts'
import { comparedJob, comparingContext, type StoredDocument, storedSide } from '../../workflow/quality/comparedWork.ts'

export interface CandidateOrder {
  job: JobSnapshot
  documents: readonly StoredDocument[]
}

/** After this time, the rest is matched greedily. */
const EXACT_MS = 60_000

/** How well the documents of several people agree. */
export function compareWork({ job, documents }: CandidateOrder): CandidateComparison {
  const endMs = performance.now() + EXACT_MS
  const context = comparingContext(job)
  const sides = documents.map((document) => storedSide(document, context))
  return compareCandidates(sides, comparedJob(context), () => performance.now() > endMs)
}
