import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../support/apiClient.ts'
import type { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { setKnownPlaces } from './knownPlaces.ts'
import { filled, type JsonSchema, type Operation } from './openApi.ts'

let stage: Stage
let tenant: Tenant
let person: Person
let operations: Operation[]
let known: Record<string, string>
before(async () => {
  ;({ stage, tenant, person, operations, known } = await setKnownPlaces())
  known.uid = person.userId
})
after(() => stage.clear())

/** A value put into a body at one place: where, and what. */
interface Wrong {
  field: string
  body: unknown
  isSecret: boolean
}

const MARK = 'hunter2-'.repeat(40)

/** As little as a schema asks for. */
function least(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return least(schema.anyOf[0])
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(least))
  const [type] = [schema.type ?? 'object'].flat()
  if (type === 'array') return schema.items ? [least(schema.items)] : []
  if (type === 'object') {
    const required = schema.required ?? []
    return Object.fromEntries(required.map((name) => [name, least(schema.properties?.[name] ?? {})]))
  }
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  return schema.format === 'uuid' ? known.jid : 'x'.repeat(schema.minLength ?? 1)
}

/** Values that a place does not take. */
function wrongFor(schema: JsonSchema): unknown[] {
  const types = [schema.type ?? []].flat()
  if (schema.anyOf || types.length === 0) return []
  const others: [string, unknown][] = [
    ['string', MARK],
    ['boolean', true],
    ['array', [1]],
    ['object', { odd: 1 }],
  ]
  const ofOtherType = others.filter(([type]) => !types.includes(type)).map(([, value]) => value)
  return [
    ...ofOtherType,
    ...(schema.enum || schema.format === 'uuid' ? [MARK] : []),
    ...(schema.maximum !== undefined ? [schema.maximum + 1] : []),
    ...(schema.minimum !== undefined ? [schema.minimum - 1] : []),
    ...(schema.maxLength !== undefined && schema.maxLength < 10_000 ? ['x'.repeat(schema.maxLength + 1)] : []),
  ]
}

/** Bodies with one wrong value each: at every place that the schema describes, down into lists and objects. */
function* wrongBodies(
  schema: JsonSchema,
  field: string,
  put: (value: unknown) => unknown,
  depth = 0,
): Generator<Wrong> {
  for (const value of wrongFor(schema)) yield { field, body: put(value), isSecret: schema.writeOnly === true }
  if (depth === 4) return
  if (schema.items) yield* wrongBodies(schema.items, `${field}[0]`, (value) => put([value]), depth + 1)
  const whole = least(schema)
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return
  for (const name of schema.required ?? []) {
    const { [name]: _, ...rest } = whole as Record<string, unknown>
    yield { field: field ? `${field}.${name}` : name, body: put(rest), isSecret: false }
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield* wrongBodies(inner, field ? `${field}.${name}` : name, (value) => put({ ...whole, [name]: value }), depth + 1)
  }
  if (schema.additionalProperties === false)
    yield { field: `${field}${field ? '.' : ''}odd_one`, body: put({ ...whole, odd_one: 1 }), isSecret: false }
}

const call = (
  { method, path, needsAdmin, needsSession }: Operation,
  search: string,
  sent?: unknown,
): Promise<Answer> => {
  const body = JSON.stringify(sent)
  const address = filled(path, known) + search
  if (needsSession || path.startsWith('/api/')) return person.call(method, address, body)
  return (needsAdmin ? tenant.admin : tenant.api).call(method, address, { body })
}

/** Each failure of a refusal tells its place, what was expected and what came, and none tells a secret. */
function ensureWords(answer: Answer, told: string): void {
  for (const { field, type, expected, found } of answer.json?.error?.meta_data.failures ?? []) {
    assert.match(type, /^[A-Z_]+$/, told)
    assert.ok(expected && found, `${told}: ${field} (${type}) has no words`)
    assert.ok(found.length <= 100 && expected.length <= 2000, `${told}: ${field} (${type}) has too many words`)
    assert.ok(!expected.includes('undefined') && !found.includes('[object'), `${told}: ${expected}, ${found}`)
  }
  assert.ok(
    !answer.json?.error?.message.includes('hunter2'),
    `${told}: the message, which is logged, holds what was sent`,
  )
}

test('a wrong value anywhere in any body is refused at its place, with what was expected and what came', async () => {
  let [sent, placed, secrets] = [0, 0, 0]
  for (const operation of operations) {
    if (!operation.body || ENDS_IT.has(operation.path)) continue
    for (const { field, body, isSecret } of wrongBodies(operation.body, '', (value) => value)) {
      // Each job of a list has its own answer: the list is taken.
      if (operation.path.endsWith('/jobs/bulk') && Array.isArray(body)) continue
      const answer = await call(operation, '', body)
      const told = `${operation.method} ${operation.path}: ${field} ${JSON.stringify(body)?.slice(0, 300)}`
      assert.ok(answer.status < 500, `${told}: ${answer.status} ${answer.bytes}`)
      sent++
      assert.ok(answer.status >= 400, `taken: ${told}`)
      if (answer.status !== 400) continue
      operation.check(answer)
      ensureWords(answer, told)
      if (isSecret) {
        assert.ok(!answer.bytes.includes('hunter2'), `${told}: a secret is shown`)
        secrets++
      }
      const failures = answer.json?.error?.meta_data.failures ?? []
      // Of a body that is no object at all, the message alone tells.
      const isTold = failures.some((one) => one.field === field) || (field === '' && failures.length === 0)
      assert.ok(isTold, `${told}: ${answer.bytes}`)
      placed++
    }
  }
  assert.ok(sent > 1500 && placed > 0.9 * sent && secrets > 10, `${placed} of ${sent}, ${secrets} of secrets`)
})

test('a wrong parameter of any call is refused by its name, with what was expected and found', async () => {
  let sent = 0
  for (const operation of operations) {
    if (ENDS_IT.has(operation.path) || operation.pathParameters.some((one) => !known[one])) continue
    for (const { name, schema } of operation.query) {
      const isFree = schema.type === 'string' && !schema.enum && schema.format !== 'uuid'
      if (isFree || schema.anyOf || !schema.type) continue
      const answer = await call(operation, `?${name}=~odd`, operation.body ? least(operation.body) : undefined)
      const told = `${operation.method} ${operation.path}?${name}`
      assert.equal(answer.status, 400, `${told}: ${answer.bytes}`)
      ensureWords(answer, told)
      const failures = answer.json?.error?.meta_data.failures ?? []
      assert.ok(
        failures.some((one) => one.field === name && one.found === '~odd'),
        `${told}: ${answer.bytes}`,
      )
      sent++
    }
  }
  assert.ok(sent > 30, `${sent}`)
})

/** These would end the walk, or the key and the person who walk. */
const ENDS_IT: ReadonlySet<string> = new Set([
  '/api/sign-out',
  '/api/me/password',
  '/api/people/{uid}',
  '/v1/admin_keys/rotate',
])
