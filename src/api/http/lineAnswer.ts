import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, errorBody, knownError } from './apiError.ts'
import { type Sent, sent } from './sent.ts'

const TYPE = 'application/x-ndjson'
/** A reader that is slower than the lines misses some: the last one says it all. */
const MOST_WAITING_BYTES = 1024 * 1024

/**
 * An answer whose parts are sent as they come, one line of JSON each; the last line is the whole answer. Until a part
 * is sent it is an ordinary answer.
 */
export class LineAnswer {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #lines: PassThrough | null = null

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request
    this.#reply = reply
  }

  /** Whether who asks takes lines. */
  get isTaken(): boolean {
    return this.#request.headers.accept?.includes(TYPE) ?? false
  }

  part(part: object): void {
    if (!this.isTaken) return
    this.#lines ??= this.#begin()
    if (this.#lines.writableLength < MOST_WAITING_BYTES) this.#write(this.#lines, part)
  }

  end<Data extends object>(data: Data): Data | Sent<Data> {
    return this.#lines ? this.#end(this.#lines, { success: true, data }) : data
  }

  /** @throws the error as long as the answer is an ordinary one */
  refuse(error: unknown): Sent<never> {
    if (!this.#lines) throw error
    const refused = knownError(error) ?? new ApiError('api_error', 'internal error')
    return this.#end(this.#lines, errorBody(refused, this.#request.id))
  }

  #begin(): PassThrough {
    const lines = new PassThrough()
    // Proxies would gather lines until the answer is complete.
    this.#reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' }).type(TYPE).send(lines)
    return lines
  }

  #end<Data>(lines: PassThrough, last: object): Sent<Data> {
    this.#write(lines, last)
    lines.end()
    return sent()
  }

  #write(lines: PassThrough, part: object): void {
    lines.write(`${JSON.stringify(part)}\n`)
  }
}
