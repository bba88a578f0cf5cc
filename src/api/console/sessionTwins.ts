import type { Permission } from '../../model/permissions.ts'
import type { Route } from '../http/route.ts'

/**
 * Customers' and operators' routes that people use too, with the permission that stands for the key. What is not named
 * here is opened by keys alone.
 */
const OPENED: Readonly<Record<string, Permission>> = {
  'GET /v1/projects/:pid/details': 'viewJobs',
  'GET /v1/projects/:pid/stats': 'viewJobs',
  'POST /v1/projects/:pid/batch': 'manageJobs',
  'GET /v1/projects/:pid/batch/:bid': 'viewJobs',
  'POST /v1/projects/:pid/batch/:bid/callback': 'manageJobs',
  'GET /v1/projects/:pid/jobs/:jid': 'viewJobs',
  'PATCH /v1/projects/:pid/jobs/:jid': 'manageJobs',
  'POST /v1/projects/:pid/jobs/:jid/cancel': 'manageJobs',
  'POST /v1/projects/:pid/jobs/:jid/retry': 'manageJobs',
  'POST /v1/projects/:pid/jobs/:jid/reopen': 'manageJobs',
  'GET /v1/projects/:pid/jobs/:jid/deliveries': 'manageJobs',
  'POST /v1/projects/:pid/jobs/:jid/callback': 'manageJobs',
  'GET /v1/projects/:pid/usage': 'manageProjects',
  'POST /v1/projects': 'createProjects',
  'PATCH /v1/projects/:pid': 'manageProjects',
  'GET /v1/projects/:pid/keys': 'manageProjects',
  'POST /v1/projects/:pid/keys': 'manageKeys',
  'DELETE /v1/projects/:pid/keys/:kid': 'manageKeys',
  'GET /v1/projects/:pid/tags': 'viewJobs',
  'GET /v1/projects/:pid/tags/:tag': 'viewJobs',
  'PUT /v1/projects/:pid/tags/:tag': 'manageProjects',
  'GET /v1/projects/:pid/callback': 'manageProjects',
  'PUT /v1/projects/:pid/callback': 'manageProjects',
  'POST /v1/projects/:pid/callback/test': 'manageProjects',
  'GET /v1/projects/:pid/attachment_access': 'manageProjects',
  'PUT /v1/projects/:pid/attachment_access': 'manageProjects',
  'GET /v1/projects/:pid/sensors': 'manageProjects',
  'PUT /v1/projects/:pid/sensors/:sensor': 'manageProjects',
  'DELETE /v1/projects/:pid/jobs/:jid/data': 'manageProjects',
}

/** The same routes under `/api/v1/…`, opened by a session. Handlers, bodies and answers are the very same. */
export function sessionTwins(routes: readonly Route[]): Route[] {
  const twins: Route[] = []
  const left = new Set(Object.keys(OPENED))
  for (const original of routes) {
    for (const path of original.paths) {
      const name = `${original.method} ${path}`
      if (!left.delete(name)) continue
      twins.push({ ...original, paths: [`/api${path}`], access: { session: OPENED[name] }, tag: 'pages' })
    }
  }
  if (left.size > 0) throw new Error(`there is no route ${[...left].join(', ')} to open for people`)
  return twins
}
