import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** null: 404. A function writes the answer itself. */
export type Served = Uint8Array | ((request: IncomingMessage, response: ServerResponse) => void) | null

/** A customer's file server on loopback: answers by path and counts who asks. */
export class FileServer {
  readonly hits: string[] = []
  readonly #files = new Map<string, Served>()
  readonly #server: Server
  /** Answers requests for paths that were not put. */
  fallback: (path: string) => Served = () => null

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(host = '127.0.0.1'): Promise<FileServer> {
    const server = createServer()
    const files = new FileServer(server)
    server.on('request', (request, response) => files.#serve(request, response))
    server.on('clientError', (_error, socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    return files
  }

  get baseUrl(): string {
    const { address, port } = this.#server.address() as AddressInfo
    return `http://${address}:${port}`
  }

  /** Answers the URL. */
  put(path: string, served: Served): string {
    this.#files.set(path, served)
    return this.baseUrl + path
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)
    this.hits.push(path)
    const served = this.#files.has(path) ? this.#files.get(path)! : this.fallback(path)
    response.on('error', () => {})
    if (typeof served === 'function') served(request, response)
    else if (served) response.writeHead(200, { 'content-length': served.length }).end(served)
    else response.writeHead(404).end('not found')
  }
}
