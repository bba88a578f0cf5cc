import { resultEndpoints } from '../../contract/results.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { projectOfAttachment } from '../../store/cluster/files/attachmentPlace.ts'
import { readLink } from '../../store/linkSignature.ts'
import { type ReadAttachmentId, readAttachmentId } from '../../store/links.ts'
import { findAttachment, type KnownAttachment } from '../../store/project/results/attachments.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { linkedFile, sendFile } from '../http/sendFile.ts'
import { sent } from '../http/sent.ts'

/** Files of results: opened by their signed address, or with a key of the project. */
export function attachmentRoutes(context: ApiContext): Route[] {
  return [
    route(resultEndpoints.openAttachment, {
      handle: async ({ params, query, request, reply }) => {
        const attachment = await openAttachment(context, params, query.sig, request.headers['x-api-key'])
        const { sha256 } = attachment
        if (sha256 === null) throw new ApiError('GONE', 'the file was deleted')
        return sendFile(
          context.files,
          { ...attachment, sha256 },
          { request, reply },
          linkedFile(attachment.name, 'inline'),
        )
      },
    }),
    route(resultEndpoints.resolveAttachment, {
      handle: async ({ query, reply }) => {
        const prefix = `${context.baseUrl()}/v1/attachments/`
        // Parsed and written again, so that neither dots nor odd characters lead out of the folder.
        const target = URL.canParse(query.url) ? new URL(query.url).href : ''
        if (!query.url.startsWith(prefix) || !target.startsWith(prefix)) {
          throw new ApiError('GE_0002', 'url has to be the address of a file of this service', {
            failures: [faultAt('url', 'NOT_ALLOWED', `an address below ${prefix}`, query.url)],
          })
        }
        reply.redirect(target, 302)
        return sent()
      },
    }),
  ]
}

interface FileAddress {
  id: string
  name: string
}

async function openAttachment(
  context: ApiContext,
  { id, name }: FileAddress,
  sig: string | undefined,
  key: string | string[] | undefined,
): Promise<KnownAttachment> {
  const missing = new ApiError('resource_error', 'there is no such file, or the URL is incomplete')
  const read = readAttachmentId(id)
  if (!read) throw missing
  const attachment = await attachmentOf(context, read)
  const projectId = attachment?.projectId ?? null
  const remembered = projectId ? await context.projects.find(projectId) : null
  if (attachment && remembered && sig !== undefined) {
    const link = readLink(remembered.linkSecret, 'attachment', attachment.attachmentId, sig)
    if (link && (await context.sessions.isLinkOpen(link, remembered.project.projectId)))
      return named(attachment, name, missing)
  }
  if (key === undefined)
    throw attachment && sig === undefined
      ? new ApiError('auth-failure', 'a signed URL or an API key is required')
      : missing
  await context.keys.check(key, 'read', projectId ?? '', performance.now())
  if (!attachment) throw missing
  return named(attachment, name, missing)
}

async function attachmentOf(
  { pool, projects }: ApiContext,
  { projectId, attachmentId }: ReadAttachmentId,
): Promise<KnownAttachment | null> {
  const there = projectId === null ? null : await findAttachment(pool, { projectId, attachmentId })
  if (there) return there
  // Addresses name the project of a job; the file of a person's own copy is in a space of that project.
  const place = await projectOfAttachment(pool, attachmentId)
  if (place === null) return null
  const home = (await projects.find(place))?.project.projectId
  return projectId === null || home === projectId ? findAttachment(pool, { projectId: place, attachmentId }) : null
}

function named(attachment: KnownAttachment, name: string, missing: ApiError): KnownAttachment {
  if (name !== attachment.name) throw missing
  return attachment
}
