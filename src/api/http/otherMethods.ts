import { ApiError } from './apiError.ts'
import type { Route } from './route.ts'

/** A path as a pattern: `:name` is one segment, `*` the rest. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*/g, '.*')}/?$`,
  )

/**
 * The answer if no route matches: 405 with the methods of the path, for any other method (TRACE and PROPFIND included),
 * or 404 for an unknown path.
 */
export function notFoundAnswer(routes: readonly Route[]): (method: string, url: string) => ApiError {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  for (const { method, paths } of routes) {
    for (const path of paths) {
      const form = path.replace(/:\w+/g, ':')
      const entry = known.get(form) ?? { pattern: patternOf(path), methods: new Set<string>() }
      entry.methods.add(method)
      if (method === 'GET') entry.methods.add('HEAD')
      known.set(form, entry)
    }
  }
  return (method, url) => {
    const path = url.split('?', 1)[0]
    const methods = new Set(
      [...known.values()].flatMap((entry) => (entry.pattern.test(path) ? [...entry.methods] : [])),
    )
    if (methods.size === 0 || methods.has(method)) {
      return new ApiError('resource_error', `no such route: ${method} on this path`)
    }
    const allow = [...methods].join(', ')
    return new ApiError('method_not_allowed', `this address does not allow ${method}; it allows ${allow}`, {
      headers: { allow },
    })
  }
}
