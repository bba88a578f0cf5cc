import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Api, inParallel } from '../support/apiClient.ts'
import { Person } from '../support/person.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { filled, type JsonSchema, type Operation, readOperations } from './openApi.ts'

/** Dates, numbers and ids at their ends and beyond, and texts that look like one. */
const LIMITS = [
  '0000-01-01',
  '0001-01-01',
  '0001-01-01T00:00:00-14:00',
  '9999-12-31T23:59:59.999999Z',
  '+275760-09-13',
  '-000001-01-01',
  '2026-02-30',
  '2026-13-01',
  '10000-01-01',
  '0',
  '-1',
  '2147483648',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '1e400',
  'NaN',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'ffffffff',
  '',
  '\u0000',
  'x'.repeat(2000),
  'OjoxMDAwMDAwMDAwMDAwMDAwOjo',
  '::::',
]

let stage: Stage
let tenant: Tenant
let person: Person
let operations: Operation[]
let known: Record<string, string>
before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { image: tagOf('image2d') })
  person = await Person.join(stage.admin, 'admin')
  const image_url = stage.files.put('/1.png', await pngOf(8, 8))
  const jobId = await tenant.submit({ reference_id: 'one', tag: 'image', data: { image_url } })
  const { batch_id } = await tenant.reached(jobId, 'queued')
  known = { pid: tenant.projectId, jid: jobId, bid: batch_id, tag: 'image' }
  operations = (await readOperations(stage.admin)).filter(
    ({ path }) => /^\/(v[01]|api)\b/.test(path) && !/sign-out|password|admin_keys\/rotate|\/people\/\{uid\}/.test(path),
  )
})
after(() => stage.clear())

const callOf = ({ needsSession, path }: Operation): Pick<Api, 'call'> =>
  needsSession || path.startsWith('/api/')
    ? { call: (method, address, sent) => person.call(method, address, sent?.body) }
    : stage.admin

/** Every time and id that a body has, by its path. */
function placesOf(schema: JsonSchema, path: readonly string[] = []): string[][] {
  const own = schema.type === 'string' || schema.type === 'integer' || schema.type === 'number' ? [[...path]] : []
  const members = Object.entries(schema.properties ?? {})
  return [...own, ...members.flatMap(([name, member]) => placesOf(member, [...path, name]))]
}

const withValue = (path: readonly string[], value: unknown): unknown =>
  path.length === 0 ? value : { [path[0]]: withValue(path.slice(1), value) }

test('dates, numbers and ids at their limits are answered by no operation with 5xx', async () => {
  const calls = operations.flatMap((operation) => {
    const { pathParameters, query, body } = operation
    const path = (params: Record<string, string>) => filled(operation.path, { ...known, ...params })
    return LIMITS.flatMap((value) => [
      ...pathParameters.map((name) => ({ operation, address: path({ [name]: value }), body: {} as unknown })),
      ...query.map(({ name }) => ({
        operation,
        address: `${path({})}?${new URLSearchParams({ [name]: value })}`,
        body: {} as unknown,
      })),
      ...(body ? placesOf(body).slice(0, 12) : []).map((place) => ({
        operation,
        address: path({}),
        body: withValue(place, value),
      })),
    ])
  })
  assert.ok(calls.length > 5000, `only ${calls.length} calls`)
  const wrong = new Set<string>()
  await inParallel(calls, 8, async ({ operation, address, body }) => {
    const sent = operation.method === 'GET' ? {} : { body }
    const { status } = await callOf(operation).call(operation.method, address, sent)
    // Full places of sign-in and the like are no fault; what is not caught is.
    if (status >= 500 && status !== 503) wrong.add(`${operation.method} ${operation.path}: ${status} for ${address}`)
  })
  assert.deepEqual([...wrong].slice(0, 20), [])
})
