import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Api } from '../support/apiClient.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { filled, type JsonSchema, withoutReferences } from './openApi.ts'

interface Described {
  operationId: string
  'x-alias-of'?: string
  description: string
  requestBody?: { content: Record<string, { schema?: JsonSchema; example?: unknown }> }
}

interface Answered extends Described {
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema; example?: unknown }> }>
}

interface Call extends Described {
  method: string
  path: string
  schema: JsonSchema
  example: unknown
}

/** It would replace the admin key that other tests use. */
const NOT_SENT = new Set(['rotateAdminKey'])
/** The only annotator of the job is a key, assistants are not there, and nothing is contested or given up. */
const NOT_FOUND = [404, 409]

let stage: Stage
let tenant: Tenant
let calls: Call[]
let operations: (Answered & { method: string; path: string })[]
before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { image_boxes: tagOf('image2d') })
  const { bytes } = await new Api(stage.service.baseUrl, null).call('GET', '/openapi.json')
  const { paths } = withoutReferences(JSON.parse(bytes.toString('utf8'))) as {
    paths: Record<string, Record<string, Answered>>
  }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const json = operation.requestBody?.content['application/json']
      if (!json?.schema || operation['x-alias-of'] !== undefined) return []
      return [{ ...operation, method: method.toUpperCase(), path, schema: json.schema, example: json.example }]
    }),
  )
})
after(() => stage.clear())

test('every body has an example, which its schema takes', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  assert.ok(calls.length > 35)
  for (const { operationId, schema, example } of calls) {
    assert.notEqual(example, undefined, `${operationId} has no example`)
    const takes = ajv.compile(schema)
    assert.ok(takes(example), `${operationId}: ${JSON.stringify(takes.errors)}`)
  }
})

test('every answer and callback has an example, which its schema accepts', async () => {
  const { bytes } = await new Api(stage.service.baseUrl, null).call('GET', '/openapi.json?audience=internal')
  const { paths, webhooks } = withoutReferences(JSON.parse(bytes.toString('utf8'))) as {
    paths: Record<string, Record<string, Answered>>
    webhooks: Record<string, { post: Described }>
  }
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  let examples = 0
  for (const { operationId, responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const { schema, example } of Object.values(responses['200'].content ?? {})) {
      if (!schema) continue
      assert.notEqual(example, undefined, `the answer of ${operationId} has no example`)
      const accepts = ajv.compile(schema)
      assert.ok(accepts(example), `${operationId}: ${JSON.stringify(accepts.errors)}`)
      examples++
    }
  }
  for (const [name, { post }] of Object.entries(webhooks)) {
    const { schema, example } = post.requestBody?.content['application/json'] ?? {}
    const accepts = ajv.compile(schema ?? {})
    assert.ok(example !== undefined && accepts(example), `${name}: ${JSON.stringify(accepts.errors)}`)
    examples++
  }
  assert.ok(examples > 200, `${examples} examples`)
})

test('what a job, a batch and a project answer has the members that the examples show', async () => {
  const image = stage.files.put('/shown.png', await pngOf(8, 8))
  const job = await tenant.submit({ reference_id: 'shown', tag: 'image_boxes', data: { image_url: image } })
  await tenant.reached(job, 'queued')
  await tenant.submitResult(job, ONE_BOX)
  const { batch_id: batch } = await tenant.reached(job, 'completed')
  const values = { pid: tenant.projectId, jid: job, bid: batch, tag: 'image_boxes' }
  let compared = 0
  for (const { operationId, method, path, responses } of operations) {
    const needed = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const isAlias = operations.some((other) => other.operationId === operationId && other['x-alias-of'] !== undefined)
    if (method !== 'GET' || isAlias || !needed.every((name) => name in values)) continue
    const answer = await tenant.admin.call('GET', filled(path, values))
    if (answer.status !== 200 || !answer.json) continue
    const example = responses['200'].content?.['application/json']?.example as { data?: object } | undefined
    if (!example?.data) continue
    const unknown = Object.keys(answer.json.data ?? {}).filter((name) => !Object.hasOwn(example.data ?? {}, name))
    assert.deepEqual(unknown, [], operationId)
    compared++
  }
  assert.ok(compared > 20, `${compared} answers were compared`)
})

test('the service takes every example as it is described', async () => {
  const image = stage.files.put('/example.png', await pngOf(8, 8))
  const job = await tenant.submit({ reference_id: 'known', tag: 'image_boxes', data: { image_url: image } })
  await tenant.reached(job, 'queued')
  const done = await tenant.submit({ reference_id: 'done', tag: 'image_boxes', data: { image_url: image } })
  await tenant.reached(done, 'queued')
  await tenant.submitResult(done, ONE_BOX)
  const { batch_id: batch } = await tenant.reached(done, 'completed')
  const ofDone = new Set(['reopenJob', 'setGold'])
  const scopes = ['submit', 'read', 'annotate', 'assist']
  const { key } = await tenant.admin.post<{ key: string }>(tenant.path('/keys'), { name: 'all', scopes })
  const customer = tenant.admin.with(key)
  let taken = 0
  for (const { operationId, method, path, description, example } of calls) {
    if (NOT_SENT.has(operationId)) continue
    const jid = ofDone.has(operationId) ? done : job
    const values = {
      pid: tenant.projectId,
      jid,
      bid: batch,
      tag: 'image_boxes',
      sensor: 'front',
      assistant: 'detector',
    }
    const address = filled(path, { ...values, group: 'night', cid: job, task: job, tid: '1' })
    const api = description.includes('admin key') ? tenant.admin : customer
    const answer = await api.call(method, address, { body: JSON.stringify(example) })
    const told = `${operationId}: ${answer.status} ${answer.bytes.toString('utf8').slice(0, 400)}`
    assert.ok(answer.status === 200 || NOT_FOUND.includes(answer.status), told)
    if (answer.status === 200) taken++
  }
  assert.ok(taken > 25, `${taken} examples were taken`)
})
