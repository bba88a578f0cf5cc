import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Headers have to be whole after this; Node answers 408 and closes. */
export const HEADERS_TIMEOUT_MS = 30_000
export const CONNECTION_CHECK_MS = 5000

/** How long a refused body may take to end, since its sender reads the answer only then. */
const DRAIN_MS = 30_000

/** Closes connections beyond `most` from one address (0: no limit), by the address of the socket. */
export function limitConnections(server: Server, most: number): void {
  if (most === 0) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > most) socket.destroy()
  })
}

/** After an answer that did not wait for the body's end: a sender that never comes to it is cut off. */
export function endUnread(request: IncomingMessage): void {
  if (request.complete || request.socket.destroyed) return
  const { socket } = request
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy()
  }, DRAIN_MS)
  timer.unref()
  const stop = () => {
    clearTimeout(timer)
    socket.off('close', stop)
  }
  socket.once('close', stop)
  // The connection serves further calls, so nothing of this one may stay with it.
  request.once('close', stop)
}
