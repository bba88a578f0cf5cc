import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { bareHost } from '../../egress/target.ts'
import { ApiError } from './apiError.ts'

/**
 * Answers calls of the pages only under the name of BASE_URL, and under literal addresses and localhost, which no
 * foreign nameserver can point here: a page of another site cannot make its own name lead to this service and call it
 * as if it were the service's page (DNS rebinding).
 */
export function refuseOtherHosts(request: FastifyRequest, baseUrl: string): void {
  if (!request.routeOptions.url?.startsWith('/api/')) return
  const host = hostnameOf(`http://${request.host}`)
  const own = hostnameOf(baseUrl)
  if (host !== null && (host === own || host === 'localhost' || isIP(bareHost(host)) !== 0)) return
  throw new ApiError(
    'unauthorized',
    `the pages of this service are at ${baseUrl}; BASE_URL and the proxy's Host name it`,
  )
}

/** HTTP/1.1 asks for exactly one Host header: with two, a proxy may go by the other one. */
export function refuseUnclearHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return
  throw new ApiError('GE_0001', `one Host header was expected, ${hosts} came`)
}

const hostnameOf = (url: string): string | null =>
  URL.canParse(url) ? new URL(url).hostname.toLowerCase().replace(/\.$/, '') : null
