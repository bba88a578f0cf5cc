import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const LOOK_EVERY_MS = 100

interface Target {
  url: URL
  isReady: boolean
  lastReadyMs: number
  isLooked: boolean
}

/**
 * A small reverse proxy: it asks each service whether it is ready and sends calls in rotation, never twice. If none is
 * ready, it sends them to the one that was ready last, as others do: on a busy machine a check can be late.
 */
export class Balancer {
  readonly baseUrl: string
  readonly #server: Server
  readonly #targets: Target[]
  readonly #agent = new Agent({ keepAlive: true })
  readonly #timer: NodeJS.Timeout
  #next = 0
  failures: string[] = []

  private constructor(server: Server, targets: Target[]) {
    this.#server = server
    this.#targets = targets
    this.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (call, answer) => this.#pass(call, answer))
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS)
  }

  static async start(baseUrls: readonly string[]): Promise<Balancer> {
    // It closes no idle connection: a client could be sending on it at that moment.
    const server = createServer({ keepAliveTimeout: 0 })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new Balancer(
      server,
      baseUrls.map((url) => ({ url: new URL(url), isReady: true, lastReadyMs: 0, isLooked: false })),
    )
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#server.close()
    this.#server.closeAllConnections()
    this.#agent.destroy()
  }

  readyCount(): number {
    return this.#targets.filter(({ isReady }) => isReady).length
  }

  /** Asks each service one question at a time: of two, the older answer could arrive last. */
  #look(): void {
    for (const target of this.#targets.filter(({ isLooked }) => !isLooked)) {
      target.isLooked = true
      fetch(new URL('/readyz', target.url), { signal: AbortSignal.timeout(2000) })
        .then(async (answer) => {
          await answer.arrayBuffer()
          target.isReady = answer.status === 200
        })
        .catch(() => {
          target.isReady = false
        })
        .finally(() => {
          if (target.isReady) target.lastReadyMs = performance.now()
          target.isLooked = false
        })
    }
  }

  #pass(call: IncomingMessage, answer: ServerResponse): void {
    const ready = this.#targets.filter(({ isReady }) => isReady)
    const target =
      ready.length > 0
        ? ready[this.#next++ % ready.length]
        : this.#targets.reduce((last, each) => (each.lastReadyMs > last.lastReadyMs ? each : last))
    const { hostname, port } = target.url
    const onward = request(
      { hostname, port, path: call.url, method: call.method, headers: call.headers, agent: this.#agent },
      (response) => {
        answer.writeHead(response.statusCode!, response.headers)
        response.pipe(answer)
        response.on('error', (error) => this.#fail(answer, `${call.method} ${call.url}: ${error.message}`))
      },
    )
    onward.on('error', (error) => this.#fail(answer, `${call.method} ${call.url}: ${error.message}`))
    call.pipe(onward)
  }

  #fail(answer: ServerResponse, reason: string): void {
    this.failures.push(reason)
    if (!answer.headersSent) answer.writeHead(502)
    answer.end()
  }
}
