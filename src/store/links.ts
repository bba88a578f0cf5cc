import { isUuid } from '../model/uuid.ts'
import { signLink } from './linkSignature.ts'

/** A file of a result, as in addresses. */
export interface AttachmentId {
  projectId: string
  attachmentId: string
}

/**
 * The stable, unguessable address of a result's file; it contains the project, so that only one machine has to be
 * queried.
 */
export function attachmentUrl(
  baseUrl: string,
  linkSecret: Uint8Array,
  { projectId, attachmentId }: AttachmentId,
  name: string,
  madeBy: string | null = null,
): string {
  const sig = signLink(linkSecret, 'attachment', attachmentId, madeBy)
  return `${baseUrl}/v1/attachments/${projectId}.${attachmentId}/${name}?sig=${sig}`
}

/** `projectId` is null in addresses of earlier versions. */
export interface ReadAttachmentId {
  projectId: string | null
  attachmentId: string
}

/** Reads the id in such an address; null if it is invalid. */
export function readAttachmentId(id: string): ReadAttachmentId | null {
  const parts = id.toLowerCase().split('.')
  if (parts.length > 2 || !parts.every(isUuid)) return null
  const [attachmentId, projectId = null] = parts.reverse()
  return { projectId, attachmentId }
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
