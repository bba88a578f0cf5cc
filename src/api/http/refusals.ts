import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { messageOf } from '../../formats/errors/messageOf.ts'
import { beginningOf } from '../../json/beginningOf.ts'
import { visibleText } from '../../model/visibleText.ts'
import { CallerGoneError, errorCode } from '../../store/postgres/errors.ts'
import { ApiError, ClientGone, errorBody, knownError } from './apiError.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const COUNT_MS = 60_000
const LONGEST_PATH = 200

/** Writes every refusal, including those of Fastify and Node, in the shape of the contract. */
export class Refusals {
  readonly #log: Logger
  #passing = 0
  #lastToldMs = Number.NEGATIVE_INFINITY

  constructor(log: Logger) {
    this.#log = log
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const path = request.routeOptions?.url ?? shownPath(request.url)
    const isGone = error instanceof ClientGone || error instanceof CallerGoneError
    if (isGone || (request.raw.destroyed && !request.raw.complete)) {
      this.#log.debug({ requestId: request.id, path }, 'the client went away')
      reply.hijack()
      request.raw.destroy()
      return
    }
    const refused = asApiError(error)
    this.#note(error, refused, { requestId: request.id, path })
    reply
      .code(refused.status)
      .headers(refused.headers)
      .type(JSON_TYPE)
      .send(JSON.stringify(errorBody(refused, request.id)))
  }

  /** A request that Node could not read: there is no reply to write, only the connection. */
  answerUnread(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = STATUS_OF_UNREAD[error.code ?? ''] ?? 400
    const refused = new ApiError('GE_0001', TEXT_OF_UNREAD[status], { status })
    const id = randomUUID()
    this.#log.info({ requestId: id, status, code: refused.code }, refused.message)
    const body = JSON.stringify(errorBody(refused, id))
    socket.end(
      `HTTP/1.1 ${status} ${REASON_OF_UNREAD[status]}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
    // A client that does not read the answer either loses its connection.
    setTimeout(() => socket.destroy(), 1000).unref()
  }

  /** An Expect header that Node does not know. */
  answerExpectation(request: IncomingMessage, response: ServerResponse): void {
    const refused = new ApiError('GE_0001', 'Expect: 100-continue or none was expected', { status: 417 })
    const id = randomUUID()
    this.#log.info({ requestId: id, status: refused.status, code: refused.code }, refused.message)
    response.writeHead(refused.status, { 'content-type': JSON_TYPE, connection: 'close' })
    response.end(JSON.stringify(errorBody(refused, id)))
    request.resume()
  }

  #note(error: unknown, refused: ApiError, facts: { requestId: string; path: string }): void {
    const { status, code, message } = refused
    if (status < 500) this.#log.info({ ...facts, status, code }, message)
    else if (status !== 503) this.#log.error({ ...facts, err: error }, message)
    else this.#notePassing(error)
  }

  /** A temporary failure hits every call: one log line per minute says as much as thousands. */
  #notePassing(error: unknown): void {
    this.#passing++
    const nowMs = performance.now()
    if (nowMs - this.#lastToldMs < COUNT_MS) return
    this.#lastToldMs = nowMs
    this.#log.warn(
      { answers: this.#passing, code: errorCode(error), reason: messageOf(error) },
      'calls were answered 503',
    )
    this.#passing = 0
  }
}

/** The path of a call to an unknown route, for the log: without its query, which may hold a secret, and shortened. */
const shownPath = (url: string): string => visibleText(beginningOf(url.split('?', 1)[0], LONGEST_PATH))

const STATUS_OF_UNREAD: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}
const TEXT_OF_UNREAD: Readonly<Record<number, string>> = {
  400: 'this is no HTTP request',
  408: 'the request did not come to its end in time',
  413: 'the extensions of a chunk are too long',
  431: 'the headers are larger than 16 KiB',
}
const REASON_OF_UNREAD: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
}

function asApiError(error: unknown): ApiError {
  const known = knownError(error)
  if (known) return known
  // Fastify's own refusals.
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    const { statusCode: status, message } = error
    if (status >= 400 && status < 500) return new ApiError('GE_0001', message, { status })
  }
  return new ApiError('api_error', 'internal error; quote the request_id when you report it')
}
