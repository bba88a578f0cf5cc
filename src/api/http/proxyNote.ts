import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'

/**
 * Says once that a proxy stands in front and is not trusted: then everyone has the proxy's address, and tries to sign
 * in from anywhere are counted as one visitor's.
 */
export function proxyNote({ trustProxy }: Pick<Config, 'trustProxy'>, log: Logger) {
  let isSaid = Boolean(trustProxy)
  return (request: FastifyRequest): void => {
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return
    isSaid = true
    log.warn('requests come through a proxy: set TRUST_PROXY, or all visitors count as one when sign-ins fail')
  }
}
