import type { JobPayloadAnswer } from '../../contract/payload.ts'
import { request } from '../kit/api.ts'

/** Jobs that are open, of which the person has said so since. */
const NOTED = new WeakSet<JobPayloadAnswer>()

/** Whether the person has read an earlier version of the instructions. Before a first job none has been read. */
export const haveChanged = (job: JobPayloadAnswer): boolean => {
  const { version, readVersion } = job.instructions
  return !NOTED.has(job) && readVersion !== null && readVersion < version
}

/** Whether the person should read them before working: before the first job of a tag, and when they have changed. */
export const areNew = (job: JobPayloadAnswer): boolean =>
  haveChanged(job) || (!NOTED.has(job) && job.instructions.readVersion === null && Boolean(job.tag.instructions))

/** Notes that the person has read them. Where it fails they are shown once more, which does no harm. */
export function noteInstructionsRead(job: JobPayloadAnswer): void {
  NOTED.add(job)
  const { version } = job.instructions
  request('POST /api/jobs/:jid/instructions/read', { params: { jid: job.job.jobId }, body: { version } }).catch(
    () => undefined,
  )
}
