import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_DAYS } from '../../store/cluster/people/sessions.ts'

// With https the name itself makes browsers refuse a cookie that a sibling domain or plain http planted.
const NAMES = { secure: '__Host-fiducial_session', plain: 'fiducial_session' }

const nameFor = (baseUrl: string) => (isSecure(baseUrl) ? NAMES.secure : NAMES.plain)
const isSecure = (baseUrl: string) => baseUrl.startsWith('https:')

/** The session's token as the browser sent it; null when there is none. */
export function sessionToken(request: FastifyRequest, baseUrl: string): string | null {
  const sent = new Map<string, string>()
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0) sent.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return sent.get(nameFor(baseUrl)) ?? null
}

export function setSessionCookie(reply: FastifyReply, baseUrl: string, token: string): void {
  reply.header('set-cookie', cookieText(baseUrl, token, SESSION_DAYS * 86_400))
}

export function clearSessionCookie(reply: FastifyReply, baseUrl: string): void {
  reply.header('set-cookie', cookieText(baseUrl, '', 0))
}

// Tokens are base64url: nothing in them has to be escaped.
function cookieText(baseUrl: string, value: string, maxAge: number): string {
  const secure = isSecure(baseUrl) ? '; Secure' : ''
  return `${nameFor(baseUrl)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
