export const BATCH_STATES = ['open', 'paused', 'closed'] as const

/** paused: its jobs are not given out. closed: it takes no more jobs. */
export type BatchState = (typeof BATCH_STATES)[number]

export const BASES = ['IMAGE', 'VIDEO', 'SENSOR_FUSION', 'POINT_CLOUD_SEGMENTATION'] as const

export type Base = (typeof BASES)[number]
