export const QUALITY_KEYS = ['person', 'reviewer', 'class', 'tag', 'attribute', 'day'] as const

export type QualityKey = (typeof QUALITY_KEYS)[number]

export const CONTEST_STATES = ['open', 'upheld', 'dismissed'] as const

export type ContestState = (typeof CONTEST_STATES)[number]

export const SCORE_SOURCES = ['review', 'gold', 'consensus'] as const

export type ScoreSource = (typeof SCORE_SOURCES)[number]
