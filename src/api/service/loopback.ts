import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Headers in which proxies name the sender; any of them means that a proxy forwarded the call. */
const PASSED_ON = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'cf-connecting-ip', 'true-client-ip']

/**
 * Whether a call was made on this machine, to a name of this machine: the other end of the socket counts, never its
 * headers. A name that leads here through foreign DNS is not a name of this machine.
 */
export function isFromLoopback({ headers, socket }: FastifyRequest): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false
  if (PASSED_ON.some((name) => headers[name] !== undefined)) return false
  const host = `http://${headers.host}`
  const name = URL.canParse(host) ? new URL(host).hostname.replace(/^\[|\]$/g, '') : ''
  return name === 'localhost' || isLoopback(name)
}

function isLoopback(text: string): boolean {
  const address = text.replace(/^::ffff:/, '')
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1'
}
