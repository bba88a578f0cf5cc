import { serviceEndpoints } from '../../contract/service.ts'
import type { ApiContext } from '../context.ts'
import { notReady } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sent } from '../http/sent.ts'
import { limits } from './limits.ts'
import { isFromLoopback } from './loopback.ts'

/** Health, metrics and what everybody may know: open in every role of the process. */
export function serviceRoutes(context: ServiceContext): Route[] {
  const { config } = context
  return [
    route(serviceEndpoints.getHealth, {
      handle: async () => ({ status: 'up' as const }),
    }),
    route(serviceEndpoints.getReadiness, {
      handle: async () => {
        const missing = await context.missing()
        if (missing.length === 0) return { status: 'ready' as const }
        context.log.warn({ missing }, 'not ready')
        throw notReady()
      },
    }),
    route(serviceEndpoints.getMetrics, {
      handle: async ({ request, reply }) => {
        if (!isFromLoopback(request))
          await context.keys.check(request.headers['x-api-key'], 'admin', null, performance.now())
        const { type, text } = await context.metrics()
        reply.type(type).send(text)
        return sent()
      },
    }),
    route(serviceEndpoints.getMeta, {
      handle: async () => ({
        version: context.version,
        limits: limits(config),
        egress_addresses: config.egressAddresses,
      }),
    }),
  ]
}

export type ServiceContext = Pick<ApiContext, 'config' | 'keys' | 'log' | 'version'> & {
  /** Names of the parts that are not ready. */
  missing(): Promise<string[]>
  metrics(): Promise<{ type: string; text: string }>
}
