import { FileMissingError } from '../../store/files/fileStore.ts'
import { verifyLink } from '../../store/linkSignature.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { type Call, type Route, route } from '../http/route.ts'
import { mayNot, notSignedIn, seesProject } from '../people/sessionCheck.ts'
import type { Workbench } from './parts.ts'

const SHA256 = /^[0-9a-f]{64}$/

/** Files of a job for browsers, by the hash of their content: what was loaded once need never be asked for again. */
export function assetRoutes(workbench: Workbench): Route[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/assets/:jid/:file'],
      access: 'public',
      tag: 'pages',
      summary: 'A file of a job, for who is signed in or has a viewer’s link',
      query: { sig: { description: 'signature of the viewer’s link' } },
      answerType: 'application/octet-stream',
      handle: async (call) => {
        const projectId = await openTo(workbench, call)
        const { jid, file } = call.params
        const type = SHA256.test(file) ? await workbench.assets.typeOf(projectId, jid, file) : null
        if (!type) throw new ApiError('resource_error', 'the job has no such file')
        return send(workbench, call, file, type)
      },
    }),
  ]
}

/** The project of the job in the address, for a session that sees it or a signature that opens it. */
async function openTo({ context, projectOfJob }: Workbench, { params, query, request }: Call): Promise<string> {
  const projectId = await projectOfJob(params.jid)
  if (query.sig !== undefined) {
    if (!projectId) throw noSuchJob()
    const { linkSecret } = await context.projects.get(projectId)
    if (!verifyLink(linkSecret, 'viewer', params.jid.toLowerCase(), query.sig)) throw mayNot()
    return projectId
  }
  const session = await context.sessions.find(request)
  if (!session) throw notSignedIn()
  if (!projectId || !seesProject(session, projectId)) throw noSuchJob()
  return projectId
}

async function send({ context }: Workbench, { request, reply }: Call, sha256: string, type: string) {
  const etag = `"${sha256}"`
  reply.headers({
    etag,
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
  })
  if (request.headers['if-none-match'] === etag) {
    reply.code(304).send()
    return undefined
  }
  const known = await context.files.stat(sha256)
  if (!known) throw new ApiError('GONE', 'the file was removed')
  const range = readRange(request.headers.range, known.bytes)
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${known.bytes}`).send()
    return undefined
  }
  try {
    const file = await context.files.open(sha256, range ?? {})
    reply.type(type).header('content-length', range ? range.end - range.start + 1 : known.bytes)
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${known.bytes}`)
    reply.send(file)
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error
    throw new ApiError('GONE', 'the file was removed')
  }
  return undefined
}

/** One range, as RFC 9110 has it; several at once, or what is no range, is answered with the whole file (null). */
export function readRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const isSuffix = match[1] === ''
  const start = isSuffix ? Math.max(0, bytes - Number(match[2])) : Number(match[1])
  const end = isSuffix || match[2] === '' ? bytes - 1 : Math.min(Number(match[2]), bytes - 1)
  if (!isSuffix && match[2] !== '' && Number(match[2]) < start) return null
  return start >= bytes || end < start ? 'unsatisfiable' : { start, end }
}
