/**
 * What the api does on worker threads: large hand-ins and documents would hold up every other answer. This module is
 * loaded inside the threads only: import its types, never its values.
 */
import type { JobRegistry, JobContext as ThreadContext } from '../../threads/protocol.ts'
import { type FetchedLabels, judgeLabels, type LabelsJudgement } from '../results/judgeLabels.ts'
import { type HandInOrder, type HandInReading, readHandIn } from '../results/readHandIn.ts'
import { documentJobs } from '../workbench/documentWork.ts'

export const jobs = {
  ...documentJobs,
  judgeLabels(fetched: FetchedLabels, context: ThreadContext): LabelsJudgement {
    const judged = judgeLabels(fetched)
    if ('file' in judged) context.transfer(judged.file.buffer)
    return judged
  },
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
