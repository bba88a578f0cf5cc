import { signLink } from './linkSignature.ts'

/** The stable, unguessable address of a file of a result. */
export function attachmentUrl(
  baseUrl: string,
  linkSecret: Uint8Array,
  attachmentId: string,
  name: string,
  madeBy: string | null = null,
): string {
  const sig = signLink(linkSecret, 'attachment', attachmentId, madeBy)
  return `${baseUrl}/v1/attachments/${attachmentId}/${name}?sig=${sig}`
}

/** The read-only view of a job, open to everyone with the link. */
export function viewerUrl(
  baseUrl: string,
  linkSecret: Uint8Array,
  jobId: string,
  madeBy: string | null = null,
): string {
  return `${baseUrl}/view/${jobId}?sig=${signLink(linkSecret, 'viewer', jobId, madeBy)}`
}

export const RESULT_NAME = 'result.json'
export const LABELS_NAME = 'labels.pcd'
