import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { isJsonObject } from '../../formats/results/read.ts'
import type { Route } from './route.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Holds every JSON answer of status 200 against the schema that documents it, members that it does not name included;
 * one that does not fit is answered with 500. For tests: it reads each answer again.
 */
export function checkAnswers(app: FastifyInstance): void {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const checks = new Map<Route, ValidateFunction>()
  const checkOf = (definition: Route, answer: TSchema) => {
    const known = checks.get(definition)
    if (known) return known
    const data = definition.answerType ? answer : Type.Object({ success: Type.Literal(true), data: answer })
    const made = ajv.compile(closed(JSON.parse(JSON.stringify(data))))
    checks.set(definition, made)
    return made
  }
  app.addHook('onSend', async (request, reply, payload) => {
    const { definition } = request.routeOptions.config
    if (!definition?.answer || reply.statusCode !== 200 || request.method === 'HEAD') return payload
    if (String(reply.getHeader('content-type')).includes('ndjson')) return payload
    const bytes = await wholeOf(payload)
    const check = checkOf(definition, definition.answer)
    if (check(JSON.parse(bytes.toString('utf8')))) return bytes
    const faults = (check.errors ?? []).slice(0, 3).map(({ instancePath, message, params }) => {
      return `${instancePath} ${message} ${JSON.stringify(params)}`
    })
    throw new Error(`${request.method} ${request.url} answers what is not documented: ${faults.join('; ')}`)
  })
}

/** A schema that refuses unnamed members, except in objects without named ones. */
function closed(schema: unknown): object | boolean {
  if (typeof schema !== 'object' || schema === null) return schema !== false
  const within = Object.entries(schema).map(([keyword, value]) => [keyword, closedKeyword(keyword, value)])
  const made: Json = Object.fromEntries(within)
  const { properties } = made
  const isOpen = !isJsonObject(properties) || Object.keys(properties).length === 0 || 'additionalProperties' in made
  return isOpen ? made : { ...made, additionalProperties: false }
}

function closedKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'items') return closed(value)
  if ((keyword === 'anyOf' || keyword === 'prefixItems') && Array.isArray(value)) return value.map(closed)
  if ((keyword === 'properties' || keyword === 'patternProperties') && isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]))
  }
  return value
}

async function wholeOf(payload: unknown): Promise<Buffer> {
  if (typeof payload === 'string') return Buffer.from(payload)
  if (Buffer.isBuffer(payload)) return payload
  if (payload instanceof Readable) return buffer(payload)
  throw new TypeError('an answer is text, bytes or a stream')
}
