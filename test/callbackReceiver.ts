import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  webhookId: string
}

/** null: never answers. */
export type Answer = { status: number; headers?: Record<string, string>; body?: string } | null

/** A customer's server on loopback that remembers every request. */
export class CallbackReceiver {
  readonly received: Received[] = []
  answer: (request: Received, nr: number) => Answer | Promise<Answer> = () => ({ status: 200 })
  readonly #server: Server
  #waiting: { enough: () => boolean; resolve: () => void }[] = []

  private constructor(server: Server) {
    this.#server = server
  }

  /** `port`: that of a receiver that was stopped, to come back as the same. */
  static async start(port = 0): Promise<CallbackReceiver> {
    const server = createServer({ keepAliveTimeout: 60_000 })
    const receiver = new CallbackReceiver(server)
    server.on('request', async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece)
      const body = Buffer.concat(pieces)
      const webhookId = String(request.headers['webhook-id'])
      const one = { path: request.url ?? '', headers: request.headers, body, webhookId }
      receiver.received.push(one)
      receiver.#check()
      const answer = await receiver.answer(one, receiver.received.length)
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
    })
    server.on('clientError', (_error, socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`
  }

  /** Resolves once at least `count` requests have come in. */
  requests(count: number): Promise<void> {
    return this.until(() => this.received.length >= count)
  }

  /** Resolves once `enough` holds after a request. */
  until(enough: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ enough, resolve })
      this.#check()
    })
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #check(): void {
    const done = this.#waiting.filter((one) => one.enough())
    this.#waiting = this.#waiting.filter((one) => !done.includes(one))
    for (const { resolve } of done) resolve()
  }
}
