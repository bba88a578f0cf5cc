import type { QualityRow } from '../../../contract/quality.ts'

export const SCORE_CHECKS = ['review', 'gold', 'consensus'] as const
export type ScoreCheck = (typeof SCORE_CHECKS)[number]

/** The score of a row in one kind of check; null without one. */
export function scoreBy({ review, gold, consensus }: QualityRow, check: ScoreCheck): number | null {
  const score = { review: review?.score, gold: gold?.score, consensus: consensus?.agreement }[check]
  return score ?? null
}

/** Kinds of checks that say something of these rows. */
export const checksOf = (rows: readonly QualityRow[]): ScoreCheck[] =>
  SCORE_CHECKS.filter((check) => rows.some((row) => scoreBy(row, check) !== null))
