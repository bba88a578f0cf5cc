import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from '../laws.ts'
import { Api } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { HERE, ONE_BOX, pcdOf, pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { oddText, parameterOf, valuesOf } from './arbitrary.ts'
import { filled, type Operation, readOperations } from './openApi.ts'

const RUNS = Number(process.env.FIDUCIAL_FUZZ_RUNS ?? 100)

const TAGS = {
  image: tagOf('image2d'),
  video: tagOf('video2d'),
  lidar: tagOf('cuboid3d'),
  points: tagOf('segmentation3d'),
}

let stage: OwnStage
let tenant: Tenant
let operations: Operation[]
let known: Record<string, string[]>
before(async () => {
  stage = await setOwnStage({ MAX_BODY_BYTES: String(4 * 1024 * 1024), MAX_RESULT_BYTES: String(4 * 1024 * 1024) })
  tenant = await Tenant.create(stage.admin, { callback: { url: stage.receiver.url } }, TAGS)
  operations = await readOperations(tenant.api)
  const image = stage.files.put('/1.png', await pngOf(8, 8))
  const jobs: string[] = []
  for (const n of [1, 2, 3]) {
    jobs.push(await tenant.submit({ reference_id: `known-${n}`, tag: 'image', data: { image_url: image } }))
    await tenant.reached(jobs[n - 1], 'queued')
  }
  await tenant.submitResult(jobs[0], ONE_BOX)
  const { batch_id } = await tenant.reached(jobs[0], 'completed')
  known = { pid: [tenant.projectId], jid: jobs, bid: [batch_id], tag: Object.keys(TAGS), operation: ['image2d'] }
})
after(() => stage.clear())

/** What is no JSON API: documentation, metrics, and pages, which are not built here. */
const isService = ({ path }: Operation) => !/^\/(v[01]|api|healthz|readyz)\b/.test(path)
/** These would end the walk, or the key and the person who walk. */
const ENDS_IT: ReadonlySet<string> = new Set([
  '/api/sign-out',
  '/api/me/password',
  '/api/people/{uid}',
  '/v1/admin_keys/rotate',
])

type Caller = Pick<Api, 'call'>

const rightful = ({ path, needsAdmin, needsSession }: Operation) =>
  needsSession || path.startsWith('/api/') ? ['person'] : needsAdmin ? ['admin'] : ['project', 'admin']

/** Headers that mean something here, and do not fit. */
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    range: fc.constantFrom('bytes=0-', 'bytes=5-2', 'bytes=-0', 'bytes=999999999999-', 'lines=1-2', 'bytes=a-b,c-d'),
    'if-none-match': fc.constantFrom('*', '"x"', 'W/"x", ,', ''),
    'idempotency-key': fc.constantFrom('', 'a', 'k'.repeat(300)),
    'accept-encoding': fc.constantFrom('br;q=0', 'gzip;q=x', '*'),
    'x-forwarded-for': fc.constantFrom('::1', 'not an address', '1.2.3.4, 5.6.7.8'),
    cookie: fc.constantFrom('=', 'fiducial_session=', 'fiducial_session=x; fiducial_session=y', ';;;'),
  },
  { requiredKeys: [] },
)

test('no request is answered with 5xx, and every answer fits the description', async () => {
  const fuzzed = operations.filter((operation) => !isService(operation) && !ENDS_IT.has(operation.path))
  assert.ok(fuzzed.length > 100)
  const person = await Person.join(stage.admin, 'admin')
  const callers = new Map<string, Caller>([
    ['no key', tenant.api.with(null)],
    ['project', tenant.api],
    ['admin', tenant.admin],
    ['person', { call: (method, path, sent) => person.call(method, path, sent?.body, sent?.headers) }],
  ])
  const parameter = (name: string) => {
    const good = known[name] ? fc.constantFrom(...known[name]) : oddText
    return fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: oddText })
  }
  const call = fc.constantFrom(...fuzzed).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      params: fc.record(Object.fromEntries(operation.pathParameters.map((name) => [name, parameter(name)]))),
      query: fc.record(Object.fromEntries(operation.query.map(({ name, schema }) => [name, parameterOf(schema)])), {
        requiredKeys: [],
      }),
      headers: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
      body: operation.body ? valuesOf(operation.body) : fc.constant(undefined),
      who: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...rightful(operation)) },
        { weight: 1, arbitrary: fc.constantFrom(...callers.keys()) },
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(call, async ({ operation, params, query, headers, body, who }) => {
      const search = new URLSearchParams(query as Record<string, string>).toString()
      const path = filled(operation.path, params as Record<string, string>) + (search ? `?${search}` : '')
      operation.check(await callers.get(who)!.call(operation.method, path, { body, headers }))
    }),
    { numRuns: RUNS, endOnFailure: false },
  )
  const health = await tenant.api.call('GET', '/readyz')
  assert.equal(health.status, 200)
})

test('each address answers HEAD where it answers GET, and any other method with 405 and what it allows', async () => {
  const paths = new Map<string, string[]>()
  for (const { path, method } of operations) paths.set(path, [...(paths.get(path) ?? []), method])
  for (const [path, methods] of paths) {
    const address = filled(path, {})
    for (const method of ['TRACE', 'OPTIONS', 'PROPFIND', 'QUERY', 'PATCH', 'DELETE', 'PUT', 'POST', 'GET']) {
      if (operations.some((one) => one.method === method && one.matches(address))) continue
      const answer = await tenant.api.call(method, address)
      const allowed = String(answer.headers.allow).split(', ')
      assert.equal(answer.status, 405, `${method} ${address}: ${answer.bytes}`)
      assert.equal(answer.json?.error?.code, 'method_not_allowed')
      for (const known of methods) assert.ok(allowed.includes(known), `${method} ${address}: ${allowed}`)
    }
    if (!methods.includes('GET')) continue
    const [head, get] = [await tenant.api.call('HEAD', address), await tenant.api.call('GET', address)]
    assert.equal(head.status, get.status, address)
    assert.equal(head.bytes.length, 0)
  }
})

test('links of the description lead to operations that are there', async () => {
  const { bytes } = await tenant.api.call('GET', '/openapi.json?audience=internal')
  const text = bytes.toString('utf8')
  const targets = [...text.matchAll(/"operationId":"(\w+)","parameters":\{/g)].map(([, id]) => id)
  assert.ok(targets.length >= 5)
  for (const id of targets) assert.ok(text.includes(`"operationId":"${id}","summary"`), id)
})

const DEEP = 10_000
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const deepList = nested(DEEP)
const deepObject = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`
const BOMB = gzipSync(Buffer.alloc(512 * 1024 * 1024), { level: 9 })
const HOSTILE: [string, Buffer | string, Record<string, string>?][] = [
  ['nothing', ''],
  ['a list 10,000 deep', deepList],
  ['an object 10,000 deep', deepObject],
  ['a list 10,000 deep in data', `{"reference_id":"d","tag":"image","data":{"image_url":${deepList}}}`],
  ['duplicate keys', '{"reference_id":"a","reference_id":"b","name":"a","name":1,"data":{},"data":[]}'],
  ['__proto__', '{"__proto__":{"reference_id":"p","tag":"image"},"data":{"__proto__":{"image_url":"http://x/"}}}'],
  ['constructor', '{"constructor":{"prototype":{"x":1}},"reference_id":{"toString":1},"tag":"constructor"}'],
  ['half of a surrogate pair', '{"reference_id":"\\ud800","tag":"\\udfff","name":"\\ud83d","data":{"\\udc00":1}}'],
  ['NUL as an escape', '{"reference_id":"a\\u0000b","name":"\\u0000","data":{"image_url":"http://x/\\u0000"}}'],
  ['NUL as a byte', Buffer.from('{"reference_id":"a\0b"}')],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
  ['1e400', '{"reference_id":1e400,"priority_weight":1e400,"data":{"image_url":-1e400},"name":1e400}'],
  ['a number of a megabyte', `{"priority_weight":${'9'.repeat(1024 * 1024)}}`],
  ['a key of a megabyte', `{"${'k'.repeat(1024 * 1024)}":1}`],
  ['twenty thousand keys', JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i])))],
  ['text', '"a"'],
  ['null', 'null'],
  ['cut short', '{"reference_id":"a","data":'],
  ['two texts', '{} {}'],
  ['too large', Buffer.alloc(5 * 1024 * 1024, 0x20)],
  ['a gzip bomb', BOMB, { 'content-encoding': 'gzip' }],
  ['gzip cut short', gzipSync('{"a":1}').subarray(0, 15), { 'content-encoding': 'gzip' }],
  ['gzip that is none', '{}', { 'content-encoding': 'gzip' }],
  ['an unknown encoding', '{}', { 'content-encoding': 'br' }],
  ['a form', 'a=1&b=2', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['an odd content type', '{}', { 'content-type': ';;;' }],
]

for (const [name, body, headers] of HOSTILE) {
  test(`a body that is ${name} is refused by every call, or taken for what it is`, async () => {
    for (const operation of operations) {
      if (!operation.body || operation.needsSession || isService(operation) || ENDS_IT.has(operation.path)) continue
      const values = Object.fromEntries(
        operation.pathParameters.map((one) => [one, known[one]?.[1] ?? known[one]?.[0] ?? 'x']),
      )
      const api = operation.needsAdmin ? tenant.admin : tenant.api
      const answer = await api.call(operation.method, filled(operation.path, values), { body, headers })
      operation.check(answer)
    }
  })
}

test('jobs that are odd but legal go their way to the end', async () => {
  // A separate one: the other's tags and settings may be anything by now.
  const fresh = await Tenant.create(stage.admin, {}, TAGS)
  const image = `${stage.files.baseUrl}/1.png`
  const cloud = stage.files.put('/1.pcd', pcdOf([[1, 2, 3]]))
  const pose = JSON.stringify(HERE)
  const odd = `"deep":${nested(50)},"__proto__":{"x":1},"big":1e400,"big":2,"\\uD83D\\uDE80":"\\u0001"`
  const sensors = `[{"sensor_id":"__proto__","data_url":"${cloud}","sensor_pose":${pose},${odd}}]`
  const meta = `[{"id":"__proto__","modality":"lidar",${odd}}]`
  const bodies: [string, string, object][] = [
    ['image', `{"image_url":"${image}","metadata":{${odd}},${odd}}`, ONE_BOX],
    [
      'video',
      `{"video_data":{"frames":[{"frame_id":"__proto__","src":"${image}",${odd}}],${odd}}}`,
      { annotation_data: { annotations: [] } },
    ],
    [
      'lidar',
      `{"sensor_data":{"frames":[{"frame_id":"__proto__","sensors":${sensors},${odd}}],"sensor_meta":${meta},${odd}}}`,
      { annotation_data: { annotations: [] } },
    ],
    ['points', `{"sensor_data":{"sensors":${sensors},"sensor_meta":${meta},${odd}}}`, { legend: [], labels: [0] }],
  ]
  for (const [tag, data, submitted] of bodies) {
    const body = `{"reference_id":"odd-${tag}","tag":"${tag}","data":${data}}`
    const { job_id } = await fresh.api.ok<{ job_id: string }>('POST', fresh.path('/jobs'), body)
    await fresh.reached(job_id, 'queued')
    await fresh.submitResult(job_id, submitted)
    const { result } = await fresh.reached(job_id, 'completed')
    const document = await new Api(stage.service.baseUrl, null).call('GET', result!)
    assert.equal(document.status, 200)
    assert.equal((document.json as unknown as { reference_id: string }).reference_id, `odd-${tag}`)
  }
})
