import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { endpoint } from '../../contract/endpoint.ts'
import { serviceEndpoints } from '../../contract/service.ts'
import { resultSchemas } from '../../formats/results/schemas.ts'
import { ANNOTATION_TYPES } from '../../model/annotationType.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sent } from '../http/sent.ts'
import { openApiDocument } from './openapi.ts'

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
