import { setTimeout as sleep } from 'node:timers/promises'

/** Stands for what takes time: the work of a double, the pace of a client. Nothing may depend on how long it is. */
export const takes = (ms: number, signal?: AbortSignal): Promise<void> => sleep(ms, undefined, { signal })

/** Waits while something could happen that must not happen. Never used to wait for something that has to happen. */
export const watchFor = (ms: number): Promise<void> => sleep(ms)

/** The outcome, or null after the time is up. */
export const within = <T>(ms: number, outcome: Promise<T>): Promise<T | null> =>
  Promise.race([outcome, sleep(ms, null, { ref: false })])
