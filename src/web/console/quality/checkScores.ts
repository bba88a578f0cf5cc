import type { QualityRow } from '../../../client/types/quality.ts'

export const SCORE_CHECKS = ['review', 'gold', 'consensus'] as const
export type ScoreCheck = (typeof SCORE_CHECKS)[number]

/** What one kind of check says of a row; null: it says nothing. */
export function scoreBy({ review, gold, consensus }: QualityRow, check: ScoreCheck): number | null {
  const score = { review: review?.score, gold: gold?.score, consensus: consensus?.agreement }[check]
  return score ?? null
}

/** Kinds of checks that say something of these rows. */
export const checksOf = (rows: readonly QualityRow[]): ScoreCheck[] =>
  SCORE_CHECKS.filter((check) => rows.some((row) => scoreBy(row, check) !== null))
