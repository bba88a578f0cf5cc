import type { Tag } from '../../model/tag.ts'
import { readStoredJob, type StoredJobInput } from '../jobBody/readInput.ts'
import { contextOfJob, type FileFacts } from './contextOfJob.ts'
import type { JobContext } from './jobContext.ts'

/**
 * The stored job, still encoded. It crosses threads as bytes and text: reading or copying a job of ten thousand frames
 * would delay every call.
 */
export interface JobSnapshot {
  /** The body as received. */
  payload: Uint8Array
  keptSensors: Record<string, object> | null
  jobId: string
  referenceId: string
  /** Its operation is the job's, whatever the tag has become since. */
  tag: Tag
  pointCloudFrame: 'sensor' | 'common' | null
  /** JSON lists of `[field, facts]`, of all files. */
  files: readonly string[]
}

export interface OpenedSnapshot {
  job: JobContext
  stored: StoredJobInput
  files: ReadonlyMap<string, FileFacts>
}

export function openJobSnapshot({ payload, keptSensors, files: lists, ...known }: JobSnapshot): OpenedSnapshot {
  const stored = readStoredJob(payload, known.tag.annotationType, keptSensors)
  const files = new Map(lists.flatMap((list) => JSON.parse(list) as [string, FileFacts][]))
  return { job: contextOfJob({ ...known, stored, files }), stored, files }
}
