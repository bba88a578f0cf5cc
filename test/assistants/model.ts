import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the service asks an assistant. */
export interface Asked {
  path: string
  headers: IncomingMessage['headers']
  text: string
  body: {
    verb: string
    request_id: string
    project_id: string
    session?: string
    job: {
      job_id: string
      reference_id: string
      data: Record<string, unknown>
      classes: { name: string }[]
      files: { field: string; url: string; media_type: string; width?: number; point_count?: number }[]
    }
    document: Record<string, unknown>
    input: Record<string, unknown>
  }
}

type Answer = (asked: Asked, response: ServerResponse) => unknown

/** Answers with a status, and optionally text, instead of JSON. */
export function answerWith(
  response: ServerResponse,
  status: number,
  text = '',
  headers: Record<string, string> = {},
): null {
  response.writeHead(status, headers).end(text)
  return null
}

/** A server with a model: answers by path; null leaves the answer to the handler. */
export class Model {
  readonly asked: Asked[] = []
  /** Connections that were closed before their answer. */
  gone = 0
  answers: Record<string, Answer>
  readonly #server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const text = Buffer.concat(pieces).toString('utf8')
    const path = request.url ?? ''
    const asked = { path, headers: request.headers, text, body: text === '' ? {} : JSON.parse(text) } as Asked
    this.asked.push(asked)
    response.on('close', () => {
      if (!response.writableEnded) this.gone++
    })
    const answer = this.answers[path]
    if (!answer) return response.writeHead(404).end()
    const made = await answer(asked, response)
    if (made !== null) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(made))
  })

  private constructor(answers: Record<string, Answer>) {
    this.answers = answers
  }

  static async start(answers: Record<string, Answer>): Promise<Model> {
    const model = new Model({
      '/describe': () => ({ name: 'test', version: '1', verbs: ['predict', 'segment', 'fit', 'track', 'review'] }),
      ...answers,
    })
    await new Promise<void>((resolve) => model.#server.listen(0, '127.0.0.1', resolve))
    return model
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  of(path: string): Asked[] {
    return this.asked.filter((one) => one.path === path)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }
}
