import { Type } from 'typebox'
import { FileMissingError } from '../../store/files/fileStore.ts'
import { readLink } from '../../store/linkSignature.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { textParameter } from '../http/query.ts'
import { readRange } from '../http/range.ts'
import { type Exchange, type Route, route } from '../http/route.ts'
import { FILE_ANSWERS } from '../http/sendFile.ts'
import { type Sent, sent } from '../http/sent.ts'
import { notSignedIn, seesProject } from '../http/sessionCheck.ts'
import type { WorkbenchParts } from './parts.ts'

const SHA256 = /^[0-9a-f]{64}$/

/** Files of a job for browsers, by the hash of their content: what was loaded once need never be asked for again. */
export function assetRoutes(workbench: WorkbenchParts): Route[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/assets/:jid/:file'],
      access: 'public',
      tag: 'pages',
      summary: 'A file of a job, for who is signed in or has a viewer’s link',
      refusals: ['auth-failure', 'unauthorized', 'GONE', 'RANGE_NOT_SATISFIABLE'],
      alsoAnswers: FILE_ANSWERS,
      query: Type.Object({ sig: textParameter('signature of the viewer’s link') }),
      answerType: 'application/octet-stream',
      handle: async ({ params: { jid, file }, query, request, reply }) => {
        const projectId = await openTo(workbench, jid, query.sig, request)
        const type = SHA256.test(file) ? await workbench.assets.typeOf(projectId, jid, file) : null
        if (!type) throw new ApiError('resource_error', 'the job has no such file')
        return send(workbench, { request, reply }, file, type)
      },
    }),
  ]
}

/** The project of the job in the address, for a session that sees it or a signature that opens it. */
async function openTo(
  { context, projectOfJob }: WorkbenchParts,
  jobId: string,
  sig: string | undefined,
  request: Exchange['request'],
): Promise<string> {
  const projectId = await projectOfJob(jobId)
  if (sig !== undefined) {
    if (!projectId) throw noSuchJob()
    const { linkSecret } = await context.projects.get(projectId)
    const link = readLink(linkSecret, 'viewer', jobId.toLowerCase(), sig)
    if (!link || !(await context.sessions.isLinkOpen(link, projectId))) throw noSuchJob()
    return projectId
  }
  const session = await context.sessions.find(request)
  if (!session) throw notSignedIn()
  if (!projectId || !seesProject(session, projectId)) throw noSuchJob()
  return projectId
}

async function send(
  { context }: WorkbenchParts,
  { request, reply }: Exchange,
  sha256: string,
  type: string,
): Promise<Sent> {
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
    return sent()
  }
  const known = await context.files.stat(sha256)
  if (!known) throw new ApiError('GONE', 'the file was removed')
  const range = readRange(request.headers.range, known.bytes)
  if (range === 'outside') {
    reply.code(416).header('content-range', `bytes */${known.bytes}`).send()
    return sent()
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
  return sent()
}
