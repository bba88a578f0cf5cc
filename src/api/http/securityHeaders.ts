import type { FastifyInstance } from 'fastify'

const YEAR_S = 31_536_000

/** Adds security headers to every answer, unless its route has set others. */
export function addSecurityHeaders(app: FastifyInstance, baseUrl: () => string): void {
  app.addHook('onSend', async (_request, reply) => {
    const set = (name: string, value: string) => {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    set('referrer-policy', 'no-referrer')
    if (baseUrl().startsWith('https:')) set('strict-transport-security', `max-age=${YEAR_S}`)
    if (!String(reply.getHeader('content-type') ?? '').startsWith('application/json')) return
    // Answers hold people's data, keys that are shown once, signed addresses.
    set('cache-control', 'no-store')
    set('cross-origin-resource-policy', 'same-origin')
  })
}
