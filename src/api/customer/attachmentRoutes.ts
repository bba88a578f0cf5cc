import { Type } from 'typebox'
import { findAttachment } from '../../store/cluster/files/attachmentPlace.ts'
import { FileMissingError } from '../../store/files/fileStore.ts'
import { verifyLink } from '../../store/linkSignature.ts'
import type { Attachment } from '../../store/project/results/attachments.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Call, type Route, route } from '../http/route.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Files of results: opened by their signed address, or with a key of the project. */
export function attachmentRoutes(context: ApiContext): Route[] {
  return [
    route({
      method: 'GET',
      paths: ['/v1/attachments/:id/:name'],
      access: 'public',
      tag: 'results',
      summary: 'A file of a result',
      query: { sig: { description: 'signature of the address' } },
      answerType: 'application/octet-stream',
      handle: async (call) => {
        const attachment = await openAttachment(context, call)
        return send(context, attachment, call)
      },
    }),
    route({
      method: 'GET',
      paths: ['/v1/attachments'],
      access: 'public',
      tag: 'results',
      summary: 'Redirects to an address of a file of ours',
      query: { url: { description: 'an address that begins with BASE_URL/v1/attachments/', required: true } },
      answer: Type.Null(),
      handle: async ({ query, reply }) => {
        const prefix = `${context.baseUrl()}/v1/attachments/`
        // Parsed and written again, so that neither dots nor odd characters lead out of the folder.
        const target = URL.canParse(query.url) ? new URL(query.url).href : ''
        if (!query.url.startsWith(prefix) || !target.startsWith(prefix)) {
          throw new ApiError('GE_0002', 'url has to be the address of a file of this service', {
            failures: [{ field: 'url', type: 'NOT_ALLOWED' }],
          })
        }
        reply.redirect(target, 302)
        return undefined
      },
    }),
  ]
}

async function openAttachment(context: ApiContext, { params, query, request }: Call): Promise<Attachment> {
  const missing = new ApiError('resource_error', 'there is no such file, or the address is not complete')
  const attachment = UUID.test(params.id) ? await findAttachment(context.pool, params.id.toLowerCase()) : null
  const key = request.headers['x-api-key']
  const projectId = attachment?.projectId ?? null
  const remembered = projectId ? await context.projects.find(projectId) : null
  if (attachment && remembered && query.sig !== undefined) {
    if (verifyLink(remembered.linkSecret, 'attachment', attachment.attachmentId, query.sig))
      return named(attachment, params, missing)
  }
  if (key === undefined)
    throw attachment && query.sig === undefined
      ? new ApiError('auth-failure', 'a signature or a key is needed')
      : missing
  await context.keys.check(key, 'read', projectId ?? '', performance.now())
  if (!attachment) throw missing
  return named(attachment, params, missing)
}

function named(attachment: Attachment, params: Call['params'], missing: ApiError): Attachment {
  if (params.name !== attachment.name) throw missing
  return attachment
}

async function send(context: ApiContext, attachment: Attachment, { reply, request }: Call): Promise<undefined> {
  const etag = `"${attachment.sha256}"`
  reply.headers({
    etag,
    'cache-control': 'private, max-age=0, must-revalidate',
    'content-disposition': `inline; filename="${attachment.name}"`,
    'content-security-policy': "sandbox; default-src 'none'",
    'access-control-allow-origin': '*',
  })
  if (request.headers['if-none-match'] === etag) {
    reply.code(304).send()
    return undefined
  }
  try {
    const file = await context.files.open(attachment.sha256)
    reply.type(attachment.contentType).header('content-length', attachment.bytes).send(file)
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error
    throw new ApiError('GONE', 'the file was removed')
  }
  return undefined
}
