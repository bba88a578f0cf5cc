import type { Route } from '../http/route.ts'

/** Of a route that answers under several paths, people use this one. */
const IN_PAGES = /^\/v1\/projects(\/|$)/

/**
 * Customers' and operators' routes with a permission, once more under `/api/v1/…`, opened by a session. Handlers,
 * bodies and answers are the same.
 */
export function sessionTwins(routes: readonly Route[]): Route[] {
  return routes.flatMap((original) => {
    const path = original.paths.find((candidate) => IN_PAGES.test(candidate))
    if (!original.permission || path === undefined) return []
    return [{ ...original, paths: [`/api${path}`], access: { session: original.permission }, tag: 'pages' as const }]
  })
}
