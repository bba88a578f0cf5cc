import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'

/**
 * Logs once that an untrusted proxy is in front: then everyone has the proxy's address, and all sign-in attempts count
 * as one visitor's.
 */
export function proxyNote({ trustProxy }: Pick<Config, 'trustProxy'>, log: Logger) {
  let isSaid = Boolean(trustProxy)
  return (request: FastifyRequest): void => {
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return
    isSaid = true
    log.warn('requests come through a proxy: set TRUST_PROXY, or all visitors count as one when sign-ins fail')
  }
}
