import { randomUUID } from 'node:crypto'

/** A row of an image job as ingest writes it, without the checks of the door. */
export const imageJobRow = (
  { projectId, batchId }: { projectId: string; batchId: string },
  bodyOf: (jobId: string) => object,
  jobId = randomUUID() as string,
) => ({
  projectId,
  jobId,
  batchId,
  referenceId: jobId,
  tag: 'boxes',
  tagVersion: 1,
  annotationType: 'image2d' as const,
  priorityWeight: 5,
  frames: 1,
  payloadSha256: Buffer.alloc(32),
  body: Buffer.from(JSON.stringify(bodyOf(jobId))),
  callbackUrl: null,
  warnings: [],
  keptSensors: null,
  metadata: {},
  fileIds: [],
})
