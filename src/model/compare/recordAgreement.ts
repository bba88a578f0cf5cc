import { type ComparedJob, type ComparedSide, compare } from './compare.ts'
import { DEFAULT_COMPARE_OPTIONS } from './compareOptions.ts'

/**
 * How well several documents agree with each record of a document, by its id: the mean likeness (0 to 1) of its
 * counterparts of the same class, 0 for a document without one.
 */
export function recordAgreement(
  work: ComparedSide,
  others: readonly ComparedSide[],
  job: ComparedJob,
  isLate: () => boolean,
): Map<string, number> {
  const sums = new Map(work.records.map(({ id }) => [id, 0]))
  for (const other of others) {
    const { pairs } = compare(work, other, job, DEFAULT_COMPARE_OPTIONS, isLate)
    for (const { a, state, likeness } of pairs)
      if (state !== 'other_class') sums.set(a.id, (sums.get(a.id) ?? 0) + likeness)
  }
  return new Map([...sums].map(([id, sum]) => [id, sum / others.length]))
}
