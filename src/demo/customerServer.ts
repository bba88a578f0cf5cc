import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Inbox } from './inbox.ts'
import { INBOX_HEADERS, LIST_REFRESH_SECONDS, letterPage, listPage } from './inboxPage.ts'

/** The secrets that verify the callbacks of a project. */
export interface CallbackSecrets {
  signing_secret: string
  service_key: string
}

export interface CustomerServerOptions {
  inbox: Inbox
  /** Answers a verb of the demo's assistant; null: it does not know it. */
  assist(verb: string, body: unknown): object | null
  /** The file at the path after /files/; null if there is none. */
  readFile(path: string): Promise<Uint8Array> | null
  /** The secrets of the project whose key is in the address; null if it is unknown. */
  secretsOf(project: string): CallbackSecrets | null
}

const MAX_BODY_BYTES = 8 * 1024 * 1024

/** The customer's side on loopback: the files of the jobs, the receiver of the callbacks, and its inbox. */
export class CustomerServer {
  readonly #server: Server
  readonly #options: CustomerServerOptions

  private constructor(options: CustomerServerOptions) {
    this.#options = options
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        process.stderr.write(`Demo server: ${error instanceof Error ? error.stack : String(error)}\n`)
        if (response.headersSent) response.destroy()
        else response.writeHead(500).end()
      })
    })
  }

  /** Listens on the first of the ports that is free. */
  static async start(ports: readonly number[], options: CustomerServerOptions): Promise<CustomerServer> {
    const customer = new CustomerServer(options)
    for (const port of ports) if (await customer.#listen(port)) return customer
    throw new Error(`none of the ports ${ports.join(', ')} is free`)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #listen(port: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const refused = (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error)
      this.#server.once('error', refused)
      this.#server.listen(port, '127.0.0.1', () => {
        this.#server.off('error', refused)
        resolve(true)
      })
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A foreign host name that resolves to this machine would let its pages read the inbox.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) return void response.writeHead(421).end()
    const { pathname } = new URL(request.url ?? '/', this.url)
    const [, room, name = ''] = pathname.split('/')
    if (request.method === 'POST' && room === 'callbacks') return this.#receive(name, request, response)
    if (request.method === 'POST' && room === 'assistant') return this.#assist(name, request, response)
    if (request.method !== 'GET') response.writeHead(405).end()
    else if (room === 'files') await this.#sendFile(pathname.slice('/files/'.length), request, response)
    else if (room === 'inbox') this.#showInbox(name, response)
    else if (pathname === '/') response.writeHead(302, { location: '/inbox' }).end()
    else response.writeHead(404).end()
  }

  async #assist(verb: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    if (!body) return void response.writeHead(413, { connection: 'close' }).end()
    const answer = this.#options.assist(verb, body.length > 0 ? JSON.parse(body.toString('utf8')) : {})
    if (!answer) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  async #receive(project: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const secrets = this.#options.secretsOf(project)
    const body = await bodyOf(request)
    if (!body) return void response.writeHead(413, { connection: 'close' }).end()
    if (!secrets) return void response.writeHead(404).end()
    const verified = await this.#options.inbox.receive(project, {
      headers: request.headers,
      body,
      signingSecret: secrets.signing_secret,
      serviceKey: secrets.service_key,
    })
    response.writeHead(verified ? 200 : 400).end()
  }

  async #sendFile(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await this.#options.readFile(path)
    if (!bytes) return void response.writeHead(404).end()
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    const type = path.endsWith('.jpg') ? 'image/jpeg' : 'text/plain'
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length, etag }).end(bytes)
  }

  #showInbox(number: string, response: ServerResponse): void {
    const { letters } = this.#options.inbox
    if (number === '') {
      response.writeHead(200, { ...INBOX_HEADERS, refresh: String(LIST_REFRESH_SECONDS) }).end(listPage(letters))
      return
    }
    const page = letterPage(letters, Number(number))
    if (page) response.writeHead(200, INBOX_HEADERS).end(page)
    else response.writeHead(404).end()
  }
}

/** null: more than is taken. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > MAX_BODY_BYTES) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
