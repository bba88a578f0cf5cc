import type { ComparedRecord } from '../../model/compare/comparedRecord.ts'

/** How well the annotators of a job agreed: their mean score, and whether a reviewer had to decide. */
export interface DeliveredConsensus {
  annotators: number
  agreement: number
  outcome: 'medoid' | 'adjudicated'
}

/** The outcome of the review. */
export interface DeliveredReview {
  outcome: 'accepted' | 'fixed'
}

/** How much the annotators of a job agree with a record; null for work of one person. */
export type AgreementOf = (trackId: string, sensorId: string | null, frame: number) => number | null

/** `agreements`: of the records by their ids. */
export function agreementBy(records: readonly ComparedRecord[], agreements: ReadonlyMap<string, number>): AgreementOf {
  const key = (trackId: string, sensorId: string | null, frame: number) => `${frame} ${sensorId ?? ''} ${trackId}`
  const known = new Map(
    records.map(({ id, trackId, sensorId, frame }) => [key(trackId, sensorId, frame), agreements.get(id) ?? 0]),
  )
  return (...place) => known.get(key(...place)) ?? null
}
