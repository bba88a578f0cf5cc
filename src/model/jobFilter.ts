import type { Stage } from './stage.ts'

/** Which jobs of a project are meant; null and empty: all. */
export interface JobFilter {
  stages: readonly Stage[] | null
  tag: string | null
  batchId: string | null
  referenceId: string | null
  /** The beginning of the reference_id, byte by byte. */
  referencePrefix: string | null
  priorityWeight: number | null
  /** Id of a person, or name of a group. */
  assignee: string | null
  /** Id of a person who annotated or reviewed it, or has it now. */
  person: string | null
  /** Whether the checks found errors or warnings in its result. */
  hasFindings: boolean | null
  /** The ingest that made them. */
  ingestId: string | null
  createdFrom: Date | null
  createdTo: Date | null
  metadata: readonly { key: string; value: string }[]
}

export const EVERY_JOB: JobFilter = {
  stages: null,
  tag: null,
  batchId: null,
  referenceId: null,
  referencePrefix: null,
  priorityWeight: null,
  assignee: null,
  person: null,
  hasFindings: null,
  ingestId: null,
  createdFrom: null,
  createdTo: null,
  metadata: [],
}

/** `uncertainty`: jobs without a score come last, by creation. */
export const JOB_ORDERS = ['created', '-created', 'priority', 'stage_at', 'uncertainty'] as const
export type JobOrder = (typeof JOB_ORDERS)[number]
