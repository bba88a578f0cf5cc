import { setTimeout as sleep } from 'node:timers/promises'

/** Stands for what takes time: the work of a double, the pace of a client. Nothing may depend on how long it is. */
export const takes = (ms: number, signal?: AbortSignal): Promise<void> => sleep(ms, undefined, { signal })

/** Time in which something would happen that must not happen. It never stands for something that has to. */
export const watchFor = (ms: number): Promise<void> => sleep(ms)

/** The outcome, or null where there is none in time. */
export const within = <T>(ms: number, outcome: Promise<T>): Promise<T | null> =>
  Promise.race([outcome, sleep(ms, null, { ref: false })])
