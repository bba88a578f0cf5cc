import type { FastifyInstance, HTTPMethods } from 'fastify'
import { ApiError } from './apiError.ts'
import type { Route } from './route.ts'

const ALL_METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answers 405 with what is known, for methods that a path does not have. */
export function addOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const known = new Map<string, Set<string>>()
  // The router takes paths that differ in the names of their parameters for the same one.
  const nameless = (path: string) => path.replace(/:\w+/g, ':')
  const firstForm = new Map<string, string>()
  for (const { method, paths } of routes) {
    for (const path of paths) {
      const form = nameless(path)
      firstForm.set(form, firstForm.get(form) ?? path)
      known.set(form, (known.get(form) ?? new Set()).add(method))
    }
  }
  for (const [form, methods] of known) {
    const others = ALL_METHODS.filter((method) => !methods.has(method))
    const allow = [...methods].join(', ')
    app.route({
      method: others as HTTPMethods[],
      url: firstForm.get(form)!,
      exposeHeadRoute: false,
      preParsing: async (request) => {
        throw new ApiError('method_not_allowed', `${request.method} is not known here; ${allow} is`, {
          headers: { allow },
        })
      },
      handler: async () => undefined,
    })
  }
}
