/**
 * What the api does on worker threads: reading large hand-ins would hold up every other answer. This module is loaded
 * inside the threads only: import its types, never its values.
 */
import type { JobRegistry, JobContext as ThreadContext } from '../../threads/protocol.ts'
import { type HandInOrder, type HandInReading, readHandIn } from '../results/readHandIn.ts'

export const jobs = {
  readHandIn(order: HandInOrder, context: ThreadContext): HandInReading {
    const reading = readHandIn(order)
    if ('document' in reading) {
      context.transfer(reading.document.buffer)
      if (reading.labels) context.transfer(reading.labels.buffer)
    }
    return reading
  },
} satisfies JobRegistry

export type ApiJobs = typeof jobs
