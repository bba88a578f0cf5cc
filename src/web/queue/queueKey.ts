/** Cached answers of the queue begin with this. */
export const QUEUE = ['queue'] as const
