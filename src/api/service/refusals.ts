import { ALL_CODES, ERROR_CODES, type ErrorCode } from '../../formats/errors/codes.ts'
import type { Route } from '../http/route.ts'

/** A status that refuses, with the codes that it may carry. */
export interface StatusRefusal {
  status: number
  codes: readonly ErrorCode[]
}

const HAS_STATE = /:(jid|bid|eid|uid|did|iid|kid)/

/** Every refusal that a route can give: what its path, access, query and body bring along, and what it names itself. */
export function refusalsOf(route: Route): StatusRefusal[] {
  const codes = new Set<ErrorCode>(route.refusals)
  const path = route.paths[0]
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code)
  }
  const body = route.body ?? route.rawBody?.schema
  if (path.includes(':') || path.includes('*')) add('GE_0001', 'resource_error')
  if (path.includes(':jid')) add('FS_0006')
  if (route.query) add('GE_0002', 'invalid_request_error')
  if (route.access !== 'public') add('auth-failure', 'unauthorized')
  // Writes under a cookie have to come from the service's own pages.
  if (path.startsWith('/api/') && route.method !== 'GET') add('unauthorized')
  if (body) add('GE_0001', 'GE_0002', 'FS_0013')
  if (route.method !== 'GET' && HAS_STATE.test(path)) add('JOB_STATE', 'CONFLICT', 'GONE')
  if (route.method !== 'GET' && body) add('CONFLICT')
  if (route.method === 'POST' && opensByKey(route)) add('rate_limited')
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of ALL_CODES) {
    if (!codes.has(code)) continue
    const { status } = ERROR_CODES[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  if (body) byStatus.set(415, ['GE_0001'])
  // Node's own, before a route is known: headers larger than 16 KiB.
  byStatus.set(431, ['GE_0001'])
  byStatus.set(500, ['api_error']).set(503, ['api_error'])
  return [...byStatus].map(([status, of]) => ({ status, codes: of })).sort((a, b) => a.status - b.status)
}

export const opensByKey = ({ access }: Route): boolean =>
  typeof access === 'string' ? access !== 'public' : 'key' in access
