import type { JobPayloadAnswer } from '../../contract/payload.ts'
import { request } from '../kit/api.ts'

/** Whether the person has read an earlier version of the instructions. Before a first job this is false. */
export const haveChanged = ({ instructions: { version, readVersion } }: JobPayloadAnswer): boolean =>
  readVersion !== null && readVersion < version

/** Whether the person should read them before working: before the first job of a tag, and when they have changed. */
export const areNew = (job: JobPayloadAnswer): boolean =>
  haveChanged(job) || (job.instructions.readVersion === null && Boolean(job.tag.instructions))

/** Records that the person sees them. If it fails they are shown once more, which does no harm. */
export function noteInstructionsRead({
  job: { jobId },
  instructions: { version, readVersion },
}: JobPayloadAnswer): void {
  if (version === readVersion) return
  request('POST /api/jobs/:jid/instructions/read', { params: { jid: jobId }, body: { version } }).catch(() => undefined)
}
