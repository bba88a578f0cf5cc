import assert from 'node:assert/strict'
import { Agent, request as send } from 'node:http'
import type { Failure } from '../../src/client/types/jobs.ts'

export interface Envelope {
  success: boolean
  data?: unknown
  error?: {
    code: string
    message: string
    request_id: string
    meta_data: { failures: Failure[]; [key: string]: unknown }
  }
}

export interface Answer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  bytes: Buffer
  /** Undefined when it is no JSON. */
  json: Envelope | undefined
}

export interface Sending {
  /** Objects are written as JSON, text and bytes are sent as they are. */
  body?: unknown
  headers?: Readonly<Record<string, string | undefined>>
}

/** A network fault: the outcome of the request is unknown. */
export class Unanswered extends Error {}

/** Calls a service with a key. It retries nothing and follows no redirect. */
export class Api {
  readonly baseUrl: string
  readonly #key: string | null
  // Connections are not shared between clients: each service process has its own.
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })

  constructor(baseUrl: string, key: string | null) {
    this.baseUrl = baseUrl
    this.#key = key
  }

  with(key: string | null): Api {
    return new Api(this.baseUrl, key)
  }

  /** The answer, whatever it says. @throws Unanswered */
  call(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    const body = bytesOf(sending.body)
    const headers: Record<string, string> = {}
    if (this.#key !== null) headers['x-api-key'] = this.#key
    if (body) headers['content-type'] = 'application/json'
    for (const [name, value] of Object.entries(sending.headers ?? {})) {
      if (value === undefined) delete headers[name]
      else headers[name] = value
    }
    return new Promise((resolve, reject) => {
      const url = path.startsWith('http') ? path : this.baseUrl + path
      const request = send(url, { method, headers, agent: this.#agent }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('error', (error) => reject(new Unanswered(error.message)))
        response.on('end', () => {
          const bytes = Buffer.concat(pieces)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, json: parsed(bytes) })
        })
      })
      request.on('error', (error) => reject(new Unanswered(error.message)))
      request.end(body)
    })
  }

  /** `data` of a call that must succeed. */
  async ok<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call(method, path, { body })
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.bytes.toString('utf8').slice(0, 1000)}`)
    assert.equal(answer.json?.success, true)
    return answer.json?.data as T
  }

  get<T>(path: string): Promise<T> {
    return this.ok<T>('GET', path)
  }

  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.ok<T>('POST', path, body)
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.ok<T>('PUT', path, body)
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** `data` of an answer, whatever its status. */
export const dataOf = <T>(answer: { json: Envelope | undefined }): T => answer.json?.data as T

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body as Uint8Array)
  return Buffer.from(JSON.stringify(body))
}

function parsed(bytes: Buffer): Envelope | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) as Envelope
  } catch {
    return undefined
  }
}

/** Asks again and again until `fn` answers something; the time limit of the test ends an endless wait. */
export async function until<T>(fn: () => Promise<T | null | undefined | false>, pauseMs = 50): Promise<T> {
  for (;;) {
    const found = await fn()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Runs `fn` over a list, `width` at a time; answers in the list's order. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  fn: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await fn(items[index], index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work))
  return results
}
