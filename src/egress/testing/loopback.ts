import { existsSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllowNetworks } from '../address.ts'
import { EgressClient, type EgressOptions } from '../client.ts'

/** A server of one test, closed by closeServers. */
export interface TestServer {
  url: string
  port: number
  /** Connections accepted so far: the only proof that an address was not reached. */
  connections(): number
  close(): Promise<void>
}

export function serve(handler: RequestListener, host = '127.0.0.1'): Promise<TestServer> {
  return listenOnLoopback(createServer(handler), host)
}

/** A server below HTTP, for answers that no correct server gives. */
export function serveRaw(handler: (socket: Socket) => void, host = '127.0.0.1'): Promise<TestServer> {
  return listenOnLoopback(createTcpServer(handler), host)
}

const opened: TestServer[] = []

/** To be run after each test, passed or failed. */
export async function closeServers(): Promise<void> {
  for (const server of opened.splice(0)) await server.close()
}

export async function listenOnLoopback(server: Server | TcpServer, host: string, port = 0): Promise<TestServer> {
  let connections = 0
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const made: TestServer = {
    port: address.port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  opened.push(made)
  return made
}

export function clientAllowing(networks: string, options: Partial<EgressOptions> = {}): EgressClient {
  return new EgressClient({ connectTimeoutMs: 1000, ...options, allowNetworks: parseAllowNetworks(networks) })
}

export interface UrlFixture {
  url: string
  expect: string
  why: string
}

/** The spellings to try, from the fixtures next to the project; null where they are missing. */
export function readUrlFixtures(): UrlFixture[] | null {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const file = join(process.env.FIDUCIAL_FIXTURES ?? join(root, '../shared/fixtures'), 'ssrf-urls.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as UrlFixture[]) : null
}
