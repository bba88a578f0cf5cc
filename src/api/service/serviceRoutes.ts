import { Type } from 'typebox'
import type { ApiContext } from '../context.ts'
import { notReady } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sent } from '../http/sent.ts'
import { Limits, limits } from './limits.ts'
import { isFromLoopback } from './loopback.ts'

/** Health, metrics and what everybody may know: open in every role of the process. */
export function serviceRoutes(context: ServiceContext): Route[] {
  const { config } = context
  return [
    route({
      method: 'GET',
      paths: ['/healthz'],
      access: 'public',
      tag: 'service',
      summary: 'The process is up',
      answer: Type.Object({ status: Type.Literal('up') }),
      handle: async () => ({ status: 'up' as const }),
    }),
    route({
      method: 'GET',
      paths: ['/readyz'],
      access: 'public',
      tag: 'service',
      summary: 'Ready: database, storage and migrations',
      answer: Type.Object({ status: Type.Literal('ready') }),
      handle: async () => {
        const missing = await context.missing()
        if (missing.length === 0) return { status: 'ready' as const }
        context.log.warn({ missing }, 'not ready')
        throw notReady()
      },
    }),
    route({
      method: 'GET',
      paths: ['/metrics'],
      access: 'public',
      tag: 'service',
      summary: 'Prometheus metrics; except from loopback only with the admin key',
      refusals: ['auth-failure', 'unauthorized'],
      answerType: 'text/plain',
      handle: async ({ request, reply }) => {
        if (!isFromLoopback(request))
          await context.keys.check(request.headers['x-api-key'], 'admin', null, performance.now())
        const { type, text } = await context.metrics()
        reply.type(type).send(text)
        return sent()
      },
    }),
    route({
      method: 'GET',
      paths: ['/v1/meta'],
      access: 'public',
      tag: 'service',
      summary: 'Version, limits and the addresses that the service calls from',
      answer: Type.Object({
        version: Type.String(),
        limits: Limits,
        egress_addresses: Type.Array(Type.String()),
      }),
      handle: async () => ({
        version: context.version,
        limits: limits(config),
        egress_addresses: config.egressAddresses,
      }),
    }),
  ]
}

export type ServiceContext = Pick<ApiContext, 'config' | 'keys' | 'log' | 'version'> & {
  /** Names of what is missing to be ready. */
  missing(): Promise<string[]>
  metrics(): Promise<{ type: string; text: string }>
}
