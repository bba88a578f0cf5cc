import { connect, type Socket } from 'node:net'

/**
 * A load generator in a separate process: it writes requests directly and only counts answers, so that it costs as
 * little as possible next to the measured server. One request at a time on each connection.
 */
export interface LoadOrder {
  port: number
  path: string
  key: string
  connections: number
  seconds: number
  /** Requests a second by the clock, whether or not answers come (open loop); 0: as fast as answers come. */
  ratePerSecond: number
  prefix: string
  imageUrl: string
}

export interface LoadReport {
  answered: number
  refused: number
  perSecond: number
  /** From the moment a request was due to its answer, milliseconds. */
  p50Ms: number
  p99Ms: number
}

export function runLoad(order: LoadOrder): Promise<LoadReport> {
  const { port, connections, seconds, ratePerSecond } = order
  const latencies: number[] = []
  const idle: Client[] = []
  const due: number[] = []
  let number = 0
  let refused = 0
  const startedAt = performance.now()
  const endAt = startedAt + seconds * 1000
  const request = () => {
    const body = `{"reference_id":"${order.prefix}-${number++}","tag":"boxes","data":{"image_url":"${order.imageUrl}","metadata":{"city":"somewhere","drive":"2026-01-01-front","frame":${number}}},"priority_weight":5}`
    return `POST ${order.path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${order.key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
  const next = (client: Client) => {
    const now = performance.now()
    if (ratePerSecond === 0) {
      if (now < endAt) client.send(request(), now)
      return
    }
    const dueAt = due.shift()
    if (dueAt === undefined) idle.push(client)
    else client.send(request(), dueAt)
  }
  const clients = Array.from({ length: connections }, () => new Client(port, latencies, () => refused++, next))
  return new Promise((resolve) => {
    let made = 0
    const ticker = setInterval(() => {
      const now = performance.now()
      if (now >= endAt) {
        clearInterval(ticker)
        setTimeout(finish, 1500)
        return
      }
      if (ratePerSecond === 0) return
      while (made < ((now - startedAt) / 1000) * ratePerSecond) {
        const dueAt = startedAt + (made++ * 1000) / ratePerSecond
        const client = idle.pop()
        if (client) client.send(request(), dueAt)
        else due.push(dueAt)
      }
    }, 1)
    const finish = () => {
      for (const client of clients) client.end()
      latencies.sort((a, b) => a - b)
      const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]
      resolve({
        answered: latencies.length,
        refused,
        perSecond: latencies.length / seconds,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
      })
    }
  })
}

class Client {
  readonly #socket: Socket
  readonly #latencies: number[]
  readonly #onRefused: () => void
  readonly #next: (client: Client) => void
  #dueAt = 0
  #received = ''

  constructor(port: number, latencies: number[], onRefused: () => void, next: (client: Client) => void) {
    this.#latencies = latencies
    this.#onRefused = onRefused
    this.#next = next
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('connect', () => next(this))
    this.#socket.on('error', () => {})
    this.#socket.on('data', (chunk) => this.#read(chunk.toString('latin1')))
  }

  send(text: string, dueAt: number): void {
    this.#dueAt = dueAt
    this.#socket.write(text)
  }

  end(): void {
    this.#socket.destroy()
  }

  #read(text: string): void {
    this.#received += text
    const head = this.#received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1] ?? 0)
    if (this.#received.length < head + 4 + length) return
    if (this.#received.startsWith('HTTP/1.1 200')) this.#latencies.push(performance.now() - this.#dueAt)
    else this.#onRefused()
    this.#received = ''
    this.#next(this)
  }
}

if (import.meta.main) {
  process.once('message', async (order) => {
    process.send!(await runLoad(order as LoadOrder), () => process.exit(0))
  })
}
