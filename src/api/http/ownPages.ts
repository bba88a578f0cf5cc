import type { FastifyRequest } from 'fastify'
import { OWN_PAGE_HEADER } from '../../formats/workbench/ownPage.ts'
import { ApiError } from './apiError.ts'

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/**
 * Writing calls under a cookie must come from the service's own pages: the browser's statement of their origin
 * (Sec-Fetch-Site, Origin) decides. A program that states neither sends a header that no page of another origin can
 * send without permission. The matched route decides which calls these are, never the text of the address, which has
 * many spellings. The cookie's SameSite=Lax enforces the same again.
 */
export function refuseForeignPages(request: FastifyRequest, baseUrl: string): void {
  if (READING.has(request.method) || !request.routeOptions.url?.startsWith('/api/')) return
  const { headers } = request
  const site = headers['sec-fetch-site']
  const { origin, host } = headers
  if (site === undefined && origin === undefined && headers[OWN_PAGE_HEADER] === '1') return
  const isOwnSite = site === undefined || site === 'same-origin'
  const isOwnOrigin = origin === undefined || isSameOrigin(origin, host, baseUrl)
  if (isOwnSite && isOwnOrigin && (site !== undefined || origin !== undefined)) return
  throw new ApiError('unauthorized', 'writing calls must come from a page of this service')
}

/** The public address, or the address by which the browser reached the service: cookies are bound to it. */
function isSameOrigin(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  if (URL.canParse(baseUrl) && new URL(baseUrl).origin === origin) return true
  return host !== undefined && new URL(origin).host === host.toLowerCase()
}
