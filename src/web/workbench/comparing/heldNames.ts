import type { HeldDocumentRow } from '../../../contract/documents.ts'
import { type OverlayNames, WORK } from '../../document/openOverlay.ts'

/** Names of what several people made of the job, in the order of their letters. */
export const candidateNames = (documents: readonly HeldDocumentRow[]): string[] =>
  documents.flatMap(({ kind, name }) => (kind === 'candidate' ? [name] : []))

/**
 * The most likely choice: the ground truth, otherwise the last review, prediction or result, compared with the work.
 */
export function likelyNames(documents: readonly HeldDocumentRow[]): OverlayNames {
  const last = (kind: HeldDocumentRow['kind']) => documents.findLast((one) => one.kind === kind)?.name
  const truth = last('truth')
  if (truth) return [truth, last('submission') ?? WORK]
  return [last('review') ?? last('prediction') ?? last('result') ?? documents[0]?.name ?? WORK, WORK]
}
