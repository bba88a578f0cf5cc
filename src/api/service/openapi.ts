import { ErrorAnswer } from '../../contract/errors.ts'
import { ERROR_CODES } from '../../formats/errors/codes.ts'
import type { Route } from '../http/route.ts'
import { withComponents } from './components.ts'
import { documentedPath, operationOf } from './operation.ts'

const TAGS: Readonly<Record<Route['tag'], string>> = {
  jobs: 'Jobs and what becomes of them',
  batches: 'Batches and sums of a project',
  results: 'Results, and work by machines',
  exports: 'Training formats',
  callbacks: 'Deliveries and the event feed',
  administration: 'Projects, tags, keys and people',
  service: 'Health, limits and this description',
  pages: "What the service's own pages call; it changes with them, without notice",
}

/** OpenAPI 3.1 of all routes, made from the schemas that validate requests and type answers. */
export function openApiDocument(routes: readonly Route[], version: string, baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    for (const path of route.paths) {
      const form = documentedPath(path)
      paths[form] ??= {}
      paths[form][route.method.toLowerCase()] = operationOf(route, path)
    }
  }
  return withComponents({
    openapi: '3.1.0',
    info: {
      title: 'Fiducial',
      version,
      description: `Data annotation jobs over HTTP. Each address that answers GET answers HEAD too, and every other method that is not listed with 405 and Allow.\n\n${errorTable()}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS)
      .filter(([name]) => routes.some(({ tag }) => tag === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        session: { type: 'apiKey', in: 'cookie', name: 'fiducial_session' },
      },
      schemas: { Error: JSON.parse(JSON.stringify(ErrorAnswer)) },
    },
  })
}

function errorTable(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, condition }]) => `| ${condition} | ${status} | \`${code}\` |`,
  )
  return ['| condition | status | code |', '| --- | --- | --- |', ...rows].join('\n')
}
