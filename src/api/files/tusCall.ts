import { randomUUID } from 'node:crypto'
import { Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../formats/errors/codes.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { fileNotFound } from '../../workflow/files/files.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, invalidRequest } from '../http/apiError.ts'
import { type Sent, sent } from '../http/sent.ts'
import { streamBody } from '../http/streamBody.ts'
import { CHECKSUM_ALGORITHMS, type Checksum, TusStore } from './tusStore.ts'

const VERSION = '1.0.0'
/** What of a call is for tus. */
const HEADERS = [
  'content-length',
  'content-type',
  'tus-resumable',
  'upload-concat',
  'upload-defer-length',
  'upload-length',
  'upload-metadata',
  'upload-offset',
]

/** Codes of the library's own refusals, by their status. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  404: 'resource_error',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'FS_0013',
}

/** Headers of answers to OPTIONS. */
export const tusFacts = ({ config }: ApiContext): Record<string, string> => ({
  'tus-resumable': VERSION,
  'tus-version': VERSION,
  'tus-extension': 'creation,creation-with-upload,checksum,expiration,termination',
  'tus-max-size': String(config.maxUploadBytes),
  'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
})

/**
 * Answers a call of tus 1.0. The protocol is that of @tus/server; what it has not (checksums, the refusals of this
 * service, the pace of bodies) is around it.
 */
export async function answerTus(
  context: ApiContext,
  projectId: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Sent<null>> {
  const { headers, method } = request
  const [path] = request.url.split('?')
  const uploadId = path.split('/').at(-1)?.toLowerCase() ?? ''
  const store = new TusStore(context, { projectId, checksum: readChecksum(headers), isReading: method === 'HEAD' })
  if (method !== 'POST' && !(await store.has(uploadId))) throw fileNotFound()
  reply.header('tus-resumable', VERSION)
  if (headers['tus-resumable'] !== VERSION)
    throw new ApiError('PRECONDITION_FAILED', `Tus-Resumable: ${VERSION} was expected`, {
      headers: { 'tus-version': VERSION },
    })
  let failure: unknown = null
  const server = new Server({
    path,
    datastore: store,
    locker: store.locker,
    maxSize: context.config.maxUploadBytes,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomUUID(),
    generateUrl: (_, { id }) => `${path}/${id}`,
    getFileIdFromRequest: () => uploadId,
    onResponseError: (_, error) => {
      failure = error
      return undefined
    },
  })
  const answer = await server.handleWeb(webRequest(context, request, path))
  if (answer.status >= 400) throw refusalOf(failure, answer)
  for (const [name, value] of answer.headers)
    if (!name.startsWith('access-control-') && name !== 'content-length') reply.header(name, value)
  if (store.fileId !== null) reply.header('x-file-id', store.fileId)
  reply.code(answer.status).send('')
  return sent()
}

function webRequest(context: ApiContext, request: FastifyRequest, path: string): Request {
  const { method, headers, raw } = request
  const passed = HEADERS.flatMap((name): [string, string][] =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  )
  const hasBody = (method === 'POST' || method === 'PATCH') && hasBytes(headers)
  const body = hasBody ? ReadableStream.from(streamBody(raw, context.config.maxUploadBytes)) : null
  return new Request(`http://tus.invalid${path}`, { method, headers: passed, body, ...(body && { duplex: 'half' }) })
}

const hasBytes = (headers: FastifyRequest['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The service's own error as it is; the library's with a code of the service. */
function refusalOf(failure: unknown, { status }: Response): unknown {
  if (failure instanceof Error && !('status_code' in failure)) return failure
  const told = typeof failure === 'object' && failure !== null && 'body' in failure ? String(failure.body).trim() : null
  return new ApiError(CODES[status] ?? 'GE_0002', told ?? 'the call is not one of tus 1.0')
}

function readChecksum(headers: FastifyRequest['headers']): Checksum | null {
  const header = headers['upload-checksum']
  if (header === undefined) return null
  const [name, digest = ''] = String(header).split(' ')
  const algorithm = CHECKSUM_ALGORITHMS.find((one) => one === name)
  if (algorithm && /^[A-Za-z0-9+/]+=*$/.test(digest)) return { algorithm, digest }
  const expected = `${CHECKSUM_ALGORITHMS.join(' or ')} and the base64 of the hash`
  throw invalidRequest([faultAt('Upload-Checksum', 'INVALID_VALUE', expected, header)])
}
