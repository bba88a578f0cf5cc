import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Answer } from '../support/apiClient.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { setKnownPlaces } from './knownPlaces.ts'
import { filled, type Operation } from './openApi.ts'

let stage: Stage
let tenant: Tenant
let person: Person
let operations: Operation[]
let known: Record<string, string>
before(async () => {
  ;({ stage, tenant, person, operations, known } = await setKnownPlaces())
})
after(() => stage.clear())

/** Pages are not built here. */
const isPage = ({ path }: Operation) => !/^\/(v[01]|api)\b/.test(path)

/** No JSON: it would be refused for itself where it is looked at. */
const bodyOf = ({ method }: Operation) => (['POST', 'PUT', 'PATCH'].includes(method) ? '{' : undefined)

const call = (
  { method, path, needsAdmin, needsSession, contentType }: Operation,
  values: Record<string, string>,
): Promise<Answer> => {
  const address = filled(path, values)
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? '{}' : undefined
  const headers = body === undefined ? {} : { 'content-type': contentType ?? 'application/json' }
  if (needsSession || path.startsWith('/api/')) return person.call(method, address, body, headers)
  return (needsAdmin ? tenant.admin : tenant.api).call(method, address, { body, headers })
}

test('an unknown thing in an address is refused as documented, on every route', async () => {
  let asked = 0
  for (const operation of operations) {
    // OPTIONS says the same of every place.
    if (isPage(operation) || operation.method === 'OPTIONS') continue
    for (const name of operation.pathParameters) {
      for (const value of [randomUUID(), 'nowhere', '\u0000']) {
        const answer = await call(operation, { ...known, [name]: value })
        operation.check(answer)
        const told = `${operation.method} ${operation.path} with {${name}} ${JSON.stringify(value)}: ${answer.bytes}`
        // PUT makes what it names.
        const isMade = operation.method === 'PUT' && answer.status === 200 && value !== '\u0000'
        assert.ok(isMade || [400, 403, 404].includes(answer.status), told)
        asked++
      }
    }
  }
  assert.ok(asked > 700, `${asked}`)
})

test('without a credential, and with a wrong one, every route that is not public is 401, before its body is looked at', async () => {
  const stranger = new Person(stage.service.baseUrl)
  const cookie = 'fiducial_session=wrong'
  let asked = 0
  for (const operation of operations) {
    if (operation.isPublic || isPage(operation)) continue
    const { method, path } = operation
    const address = filled(path, known)
    const body = bodyOf(operation)
    const answers = path.startsWith('/api/')
      ? [await stranger.call(method, address, body), await stranger.call(method, address, body, { cookie })]
      : [null, 'wrong'].map((key) => tenant.api.with(key).call(method, address, { body }))
    for (const answer of await Promise.all(answers)) {
      assert.equal(answer.status, 401, `${method} ${path}: ${answer.bytes}`)
      operation.check(answer)
    }
    asked++
  }
  assert.ok(asked > 100, `${asked}`)
})
