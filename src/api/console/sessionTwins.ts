import type { Route } from '../http/route.ts'

/**
 * Customers' and operators' routes that people use too: under `/api` and the newest form of the path, opened by a
 * session with the permission that the route names. Handlers, bodies and answers are the very same.
 */
export const sessionTwins = (routes: readonly Route[]): Route[] =>
  routes.flatMap(({ access, paths, ...rest }): Route[] =>
    typeof access === 'object' && 'key' in access
      ? [{ ...rest, paths: [`/api${paths[paths.length - 1]}`], access: { session: access.session }, tag: 'pages' }]
      : [],
  )
