import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { TSchema } from 'typebox'
import { exampleOf } from '../../contract/answerExamples.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { ErrorAnswer } from '../../contract/errors.ts'
import { serviceEndpoints } from '../../contract/service.ts'
import { CallbackBody, ProjectEvent } from '../../formats/callback/callbackSchema.ts'
import { ERROR_CODES } from '../../formats/errors/codes.ts'
import { resultSchemas } from '../../formats/results/schemas.ts'
import { ANNOTATION_TYPES } from '../../model/annotationType.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sent } from '../http/sent.ts'
import { withComponents } from './components.ts'
import { documentedPath, operationOf } from './operation.ts'

const TAGS: Readonly<Record<Route['tag'], string>> = {
  jobs: 'Jobs and what becomes of them',
  files: 'Uploaded files, for jobs',
  batches: 'Batches and sums of a project',
  results: 'Results, and work by machines',
  exports: 'Training formats',
  callbacks: 'Deliveries and the event feed',
  administration: 'Projects, tags, keys and people',
  service: 'Health, limits and this description',
  pages: "What the service's own pages call; it changes with them, without notice",
}

/** OpenAPI 3.1 of all routes, made from the schemas that validate requests and type answers. */
function openApiDocument(routes: readonly Route[], version: string, baseUrl: string): object {
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
    webhooks: {
      jobCallback: webhook('The outcome of a job', CallbackBody),
      projectEvent: webhook('What else a project subscribes to', ProjectEvent),
    },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        session: { type: 'apiKey', in: 'cookie', name: 'fiducial_session' },
      },
      schemas: { Error: JSON.parse(JSON.stringify(ErrorAnswer)) },
    },
  })
}

/** A callback as its receiver sees it. */
const webhook = (summary: string, schema: TSchema): object => ({
  post: {
    summary,
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: JSON.parse(JSON.stringify(schema)), example: exampleOf(schema) },
      },
    },
    responses: { '2XX': { description: 'Received; any other answer is retried' } },
  },
})

function errorTable(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, condition }]) => `| ${condition} | ${status} | \`${code}\` |`,
  )
  return ['| condition | status | code |', '| --- | --- | --- |', ...rows].join('\n')
}

/** Swagger UI's own files, from our own address: nothing is loaded from elsewhere. */
const SWAGGER_FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
])
const SWAGGER_FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Fiducial API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="app"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script></body>
</html>
`
const START = `SwaggerUIBundle({ dom_id: '#app', url: '/openapi.json' + location.search, deepLinking: true, validatorUrl: null, docExpansion: 'none' })\n`

// The page styles itself in code, which needs inline styles; scripts come from this address alone.
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'self'; object-src 'none'; frame-ancestors 'none'"

/** OpenAPI, a page to read and try it, and the JSON Schemas of the result documents. */
export function docsRoutes(context: ApiContext, routes: readonly Route[]): Route[] {
  const file = (path: string, summary: string, type: string, read: () => Promise<string>): Route =>
    route(endpoint({ method: 'GET', paths: [path], access: 'public', tag: 'pages', summary, answerType: type }), {
      handle: async ({ reply }) => {
        reply
          .type(type)
          .header('content-security-policy', PAGE_POLICY)
          .header('cross-origin-opener-policy', 'same-origin')
          .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
          .send(await read())
        return sent()
      },
    })
  const own = [
    file('/docs', 'The API, to read and try', 'text/html; charset=utf-8', async () => PAGE),
    file('/docs/start.js', 'Part of the page', 'text/javascript; charset=utf-8', async () => START),
    ...[...SWAGGER_FILES].map(([name, type]) =>
      file(`/docs/${name}`, 'Part of the page', type, () => readFile(join(SWAGGER_FOLDER, name), 'utf8')),
    ),
    route(serviceEndpoints.getResultSchema, {
      handle: async ({ params, reply }) => {
        const annotationType = ANNOTATION_TYPES.find((known) => known === params.operation)
        if (!annotationType) throw new ApiError('resource_error', `known schemas: ${ANNOTATION_TYPES.join(', ')}`)
        const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...resultSchemas[annotationType] }
        reply.type('application/schema+json; charset=utf-8').send(JSON.stringify(schema))
        return sent()
      },
    }),
  ]
  const document: Route = route(serviceEndpoints.getOpenApi, {
    handle: async ({ query, reply }) => {
      const all = [...routes, ...context.serviceRoutes, ...own, document]
      const shown = query.audience === 'internal' ? all : all.filter(({ tag }) => tag !== 'pages')
      reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(openApiDocument(shown, context.version, context.baseUrl())))
      return sent()
    },
  })
  return [document, ...own]
}
