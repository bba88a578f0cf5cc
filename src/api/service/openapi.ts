import { type TSchema, Type } from 'typebox'
import { ERROR_CODES } from '../../formats/errors/codes.ts'
import { ErrorAnswer } from '../customer/answers.ts'
import type { Route } from '../http/route.ts'

const plain = (schema: unknown): object => JSON.parse(JSON.stringify(schema))

/** OpenAPI 3.1 of all routes, made of the very schemas that validate. */
export function openApiDocument(routes: readonly Route[], version: string, baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const definition of routes) {
    for (const path of definition.paths) {
      const form = path.replace(/:(\w+)/g, '{$1}')
      paths[form] ??= {}
      paths[form][definition.method.toLowerCase()] = operation(definition, path)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fiducial',
      version,
      description: `Data annotation jobs over HTTP.\n\n${errorTable()}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: ['jobs', 'batches', 'results', 'callbacks', 'administration', 'service'].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: { Error: plain(ErrorAnswer) },
    },
  }
}

function operation(definition: Route, path: string): object {
  const { access, body, rawBody, bodyOptional } = definition
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1])
  const schema = rawBody?.schema ?? body
  return {
    operationId: `${definition.method.toLowerCase()}${path.replace(/[/:_]+(\w)/g, (_, letter) => letter.toUpperCase())}`,
    summary: definition.summary,
    description:
      access === 'public'
        ? 'Needs no key.'
        : access === 'admin'
          ? 'Needs the admin key.'
          : `Needs a key with the scope ${access}.`,
    tags: [definition.tag],
    security: access === 'public' ? [] : [{ key: [] }],
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(definition.query ?? {}).map(([name, { description, required }]) => ({
        name,
        in: 'query',
        required: required ?? false,
        description,
        schema: { type: 'string' },
      })),
    ],
    ...(schema ? { requestBody: requestBody(schema, !bodyOptional, rawBody?.contentTypes) } : {}),
    responses: responses(definition),
  }
}

function requestBody(
  schema: TSchema,
  required: boolean,
  contentTypes: readonly string[] = ['application/json'],
): object {
  return { required, content: Object.fromEntries(contentTypes.map((type) => [type, { schema: plain(schema) }])) }
}

function responses(definition: Route): object {
  const failure = {
    description: 'Refused, or failed; error.code says why',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  const content = definition.answerType
    ? { [definition.answerType]: {} }
    : {
        'application/json': {
          schema: plain(Type.Object({ success: Type.Literal(true), data: definition.answer ?? Type.Unknown() })),
        },
      }
  return { 200: { description: 'Done', content }, '4XX': failure, '5XX': failure }
}

function errorTable(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, condition }]) => `| ${condition} | ${status} | \`${code}\` |`,
  )
  return ['| condition | status | code |', '| --- | --- | --- |', ...rows].join('\n')
}
