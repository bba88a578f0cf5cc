import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

type Target = { host: string; port: number } | { path: string }

/** A TCP proxy in front of a server, that can fall silent without closing anything, as networks and hosts do. */
export class TcpProxy {
  readonly port: number
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #isFrozen = false
  #target: Target

  private constructor(server: Server, target: Target) {
    this.#server = server
    this.#target = target
    this.port = (server.address() as AddressInfo).port
    server.on('connection', (near) => this.#join(near, connect(this.#target as never)))
  }

  static async start(target: Target): Promise<TcpProxy> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new TcpProxy(server, target)
  }

  /** Nothing gets through any more, in either direction, over any connection, new ones included. */
  freeze(): void {
    this.#isFrozen = true
    this.#silence()
  }

  /** Connections that are open now are dead for good; new ones get through. */
  killOpen(): void {
    this.#silence()
    this.#pairs.clear()
  }

  thaw(): void {
    this.#isFrozen = false
    for (const [near, far] of this.#pairs) {
      near.pipe(far)
      far.pipe(near)
    }
  }

  /** Connects to another server from now on, and cuts open connections. */
  lead(target: Target): void {
    this.#target = target
    this.#cut()
  }

  stop(): void {
    this.#server.close()
    this.#cut()
  }

  #cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
  }

  #join(near: Socket, far: Socket): void {
    const pair = [near, far] as const
    this.#pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
    if (this.#isFrozen) return
    near.pipe(far)
    far.pipe(near)
  }

  #silence(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe(far)
      far.unpipe(near)
      near.pause()
      far.pause()
    }
  }
}
