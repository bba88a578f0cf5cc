import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_DAYS } from '../../store/cluster/people/sessions.ts'

// With https, the name makes browsers refuse a cookie that a sibling domain or plain http planted.
const SECURE_PREFIX = '__Host-'
const SESSION = 'fiducial_session'
const DEVICE = 'fiducial_device'
const DEVICE_DAYS = 365
const JOURNEY = 'fiducial_journey'
const DAY_S = 86_400

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:')

/** The session token from the browser's cookie; null if there is none. */
export const sessionToken = (request: FastifyRequest, baseUrl: string): string | null =>
  readCookie(request, baseUrl, SESSION)

/** Marks a browser with an earlier sign-in, to distinguish it from strangers; it grants no access. */
export const deviceToken = (request: FastifyRequest, baseUrl: string): string | null =>
  readCookie(request, baseUrl, DEVICE)

export function setSessionCookie(reply: FastifyReply, baseUrl: string, token: string): void {
  reply.header('set-cookie', cookieText(baseUrl, SESSION, token, SESSION_DAYS * DAY_S))
}

export function setDeviceCookie(reply: FastifyReply, baseUrl: string, token: string): void {
  reply.header('set-cookie', cookieText(baseUrl, DEVICE, token, DEVICE_DAYS * DAY_S))
}

export function clearSessionCookie(reply: FastifyReply, baseUrl: string): void {
  reply.header('set-cookie', cookieText(baseUrl, SESSION, '', 0))
}

/** The stored state of a visit to the OpenID provider until the browser returns. */
export const journeyCookie = (request: FastifyRequest, baseUrl: string): string | null =>
  readCookie(request, baseUrl, JOURNEY)

export function setJourneyCookie(reply: FastifyReply, baseUrl: string, sealed: string, seconds: number): void {
  reply.header('set-cookie', cookieText(baseUrl, JOURNEY, sealed, seconds))
}

export function clearJourneyCookie(reply: FastifyReply, baseUrl: string): void {
  reply.header('set-cookie', cookieText(baseUrl, JOURNEY, '', 0))
}

const nameFor = (baseUrl: string, name: string) => (isSecure(baseUrl) ? SECURE_PREFIX + name : name)

function readCookie(request: FastifyRequest, baseUrl: string, name: string): string | null {
  const sent = new Map<string, string>()
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0) sent.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return sent.get(nameFor(baseUrl, name)) ?? null
}

// Tokens are base64url and dots, so they need no escaping.
function cookieText(baseUrl: string, name: string, value: string, seconds: number): string {
  const secure = isSecure(baseUrl) ? '; Secure' : ''
  return `${nameFor(baseUrl, name)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
