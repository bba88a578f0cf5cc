import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import {
  refusal,
  type ScriptedAnswer,
  type SeenRequest,
  startScriptedServer,
  success,
} from '../../test/scripted-server.ts'
import { runCli } from './run.ts'

const PROJECT = '11111111-1111-4111-8111-111111111111'
const JOB = '22222222-2222-4222-8222-222222222222'
const folder = mkdtempSync(join(tmpdir(), 'fiducial-cli-'))
after(() => rmSync(folder, { recursive: true }))

const image = (reference: string) => ({
  reference_id: reference,
  tag: 'boxes',
  data: { image_url: 'https://x.example/1.png' },
})
const projects = { projects: [{ project_id: PROJECT, name: 'street', base: 'IMAGE', created_at: '2026-11-20' }] }

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** Runs a command line as a shell would; `env` is all of its environment. */
async function run(args: readonly string[], env: Record<string, string> = {}, input = '') {
  let out = ''
  let err = ''
  const code = await runCli(args, {
    env,
    cwd: folder,
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    read: async function* (path) {
      yield path === '-' ? Buffer.from(input) : readFileSync(path)
    },
  })
  return { code, out, err, json: () => JSON.parse(out) }
}

async function service(t: TestContext, answer: (request: SeenRequest) => ScriptedAnswer | undefined) {
  const server = await startScriptedServer((request) =>
    request.method === 'GET' && request.url === '/v1/projects' ? success(projects) : answer(request),
  )
  t.after(() => server.close())
  const env = { FIDUCIAL_URL: server.baseUrl, FIDUCIAL_KEY: 'fid_admin' }
  return { server, fiducial: (...args: string[]) => run(args, env) }
}

for (const [what, args] of [
  ['an unknown noun', ['sheep', 'count']],
  ['an unknown verb', ['project', 'shear']],
  ['no verb', ['project']],
  ['nothing at all', []],
  ['an unknown option', ['project', 'list', '--wool']],
  ['a missing argument', ['project', 'create', '--base', 'IMAGE']],
  ['a choice that is none', ['project', 'create', 'n', '--base', 'SHEEP']],
  ['a priority that is none', ['job', 'submit', 'f', '--priority', '11']],
  ['neither job nor reference', ['job', 'show']],
  ['an address that is none', ['project', 'list', '--url', 'nowhere', '--key', 'k']],
] as const) {
  test(`${what}: exit 2, and something to read`, async () => {
    const { code, out, err } = await run(args)
    assert.equal(code, 2)
    assert.notEqual(err + out, '')
  })
}

test('help: exit 0, naming every noun', async () => {
  const { code, out } = await run(['--help'])
  assert.equal(code, 0)
  for (const noun of ['serve', 'demo', 'project', 'key', 'tag', 'batch', 'job', 'callback', 'user', 'pcd']) {
    assert.match(out, new RegExp(`^  ${noun} `, 'm'))
  }
})

test('projects are listed as a table, and as JSON', async (t) => {
  const { fiducial, server } = await service(t, () => undefined)
  const shown = await fiducial('project', 'list')
  assert.equal(shown.code, 0)
  assert.match(shown.out, /^ID +NAME +BASE +CREATED\n1{8}-.*street +IMAGE/)
  assert.deepEqual((await fiducial('project', 'list', '--json')).json(), projects)
  assert.equal(server.seen[0].headers['x-api-key'], 'fid_admin')
})

test('a wrong key: exit 1 with code, status and request id', async (t) => {
  const server = await startScriptedServer(() => refusal(401, 'auth-failure'))
  t.after(() => server.close())
  const { code, err, out } = await run(['project', 'list', '--url', server.baseUrl, '--key', 'wrong'])
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /auth-failure, HTTP 401, request req-1/)
  const json = await run(['project', 'list', '--json', '--url', server.baseUrl, '--key', 'wrong'])
  assert.equal(json.json().error.code, 'auth-failure')
})

test('a service that is not there: exit 1, naming the address', async () => {
  const { code, err } = await run(['project', 'list'], { FIDUCIAL_URL: 'http://127.0.0.1:9', FIDUCIAL_KEY: 'k' })
  assert.equal(code, 1)
  assert.match(err, /cannot reach http:\/\/127\.0\.0\.1:9: /)
})

test("without FIDUCIAL_KEY the service's own key is read, and its file is named when missing", async (t) => {
  const server = await startScriptedServer(() => success(projects))
  t.after(() => server.close())
  file('admin-key', 'fid_from_file\n')
  assert.equal((await run(['project', 'list'], { FIDUCIAL_URL: server.baseUrl, DATA_DIR: folder })).code, 0)
  assert.equal(server.seen[0].headers['x-api-key'], 'fid_from_file')
  const { code, err } = await run(['project', 'list'], { DATA_DIR: join(folder, 'elsewhere') })
  assert.equal(code, 1)
  assert.match(err, /elsewhere\/admin-key/)
})

test('the only project needs no name; another is found by its name; among several one has to be named', async (t) => {
  const { fiducial, server } = await service(t, ({ url }) =>
    url.endsWith('/keys') ? success({ keys: [] }) : undefined,
  )
  assert.deepEqual(await fiducial('key', 'list').then(({ code, out }) => [code, out]), [0, 'none\n'])
  assert.equal((await fiducial('key', 'list', '--project', 'street')).code, 0)
  assert.equal((await fiducial('key', 'list', '--project', 'forest')).code, 1)
  assert.equal(server.seen.at(-2)?.url, `/v1/projects/${PROJECT}/keys`)
  const two = { projects: [...projects.projects, { ...projects.projects[0], project_id: JOB, name: 'b' }] }
  const many = await startScriptedServer(() => success(two))
  t.after(() => many.close())
  assert.equal((await run(['key', 'list'], { FIDUCIAL_URL: many.baseUrl, FIDUCIAL_KEY: 'k' })).code, 2)
})

test('jobs of a list are submitted with one answer each; one refused makes exit 1', async (t) => {
  const { fiducial, server } = await service(t, ({ json }) =>
    success({
      results: (json as ReturnType<typeof image>[]).map((body, index) =>
        body.reference_id === 'b'
          ? {
              index,
              status: 400,
              success: false,
              error: {
                code: 'FS_0005',
                message: 'no such tag',
                meta_data: { failures: [{ field: 'tag', type: 'UNKNOWN' }] },
              },
            }
          : {
              index,
              status: 200,
              success: true,
              data: { job_id: JOB, reference_id: body.reference_id, tag: 'boxes', warnings: [] },
            },
      ),
    }),
  )
  const path = file('jobs.ndjson', `${JSON.stringify(image('a'))}\n\n${JSON.stringify(image('b'))}\n`)
  const { code, out } = await fiducial('job', 'submit', path, '--priority', '9')
  assert.equal(code, 1)
  assert.match(out, /created .*2{8}-.* a\n/)
  assert.match(out, /refused {2}b: no such tag \(FS_0005, HTTP 400\)\n {2}UNKNOWN {2}tag\n/)
  assert.equal((server.seen.at(-1)!.json as { priority_weight: number }[])[1].priority_weight, 9)
  assert.equal((await fiducial('job', 'submit', file('one.json', image('a')))).code, 0)
})

test('a job is shown by its reference', async (t) => {
  const record = {
    job_id: JOB,
    reference_id: 'r/1',
    status: 'failed',
    warnings: [],
    error: {
      code: 'FS_0003',
      message: 'bad',
      meta_data: { failures: [{ field: 'data.image_url', type: 'INVALID_IMAGE_LINK' }] },
    },
  }
  const { fiducial, server } = await service(t, () => success(record))
  const { code, out } = await fiducial('job', 'show', '--reference', 'r/1')
  assert.equal(code, 0)
  assert.match(out, /INVALID_IMAGE_LINK {2}data\.image_url/)
  assert.equal(server.seen.at(-1)?.url, `/v1/projects/${PROJECT}/jobs?reference_id=r%2F1`)
})

test('a result is printed or written; a job without one is exit 1', async (t) => {
  let result: string | null = null
  const { fiducial, server } = await service(t, ({ url }) =>
    url.startsWith('/v1/attachments') ? { body: { type: 'image2d' } } : success({ result }),
  )
  assert.equal((await fiducial('job', 'result', JOB)).code, 1)
  result = `${server.baseUrl}/v1/attachments/1/result.json`
  assert.deepEqual((await fiducial('job', 'result', JOB)).json(), { type: 'image2d' })
  assert.equal((await fiducial('job', 'result', JOB, '--out', 'result.json')).out, '')
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')), { type: 'image2d' })
})

test('a tag is set from a file; a file that is no JSON is named', async (t) => {
  const { fiducial, server } = await service(t, () =>
    success({ classes: [{ class_id: 'c1', name: 'car', color: 'rgb(1, 2, 3)' }] }),
  )
  assert.equal((await fiducial('tag', 'set', 'boxes', file('tag.json', { operation: 'image2d', classes: [] }))).code, 0)
  assert.equal(`${server.seen.at(-1)?.method} ${server.seen.at(-1)?.url}`, `PUT /v1/projects/${PROJECT}/tags/boxes`)
  const { code, err } = await fiducial('tag', 'set', 'boxes', file('bad.json', '{'))
  assert.equal(code, 1)
  assert.match(err, /bad\.json is not JSON/)
})

test('only what is given of the callback is changed; secrets are not shown', async (t) => {
  const shown = {
    url: 'https://a',
    events: ['FAILED'],
    allowed_origins: [],
    enabled: false,
    service_key: { set: true, last4: 'abcd' },
    signing_secret: { set: true, last4: 'wxyz' },
  }
  const { fiducial, server } = await service(t, () => success(shown))
  const { code, out } = await fiducial('callback', 'set', '--disable', '--events', 'FAILED')
  assert.equal(code, 0)
  assert.deepEqual(server.seen.at(-1)?.json, { enabled: false, events: ['FAILED'] })
  assert.match(out, /service_key +…abcd/)
  await fiducial('callback', 'set')
  assert.equal(server.seen.at(-1)?.method, 'GET')
})

test('a callback test that is not received is exit 1', async (t) => {
  const { fiducial } = await service(t, () =>
    success({ http_status: 500, duration_ms: 3, response: 'no', error: null }),
  )
  assert.equal((await fiducial('callback', 'test')).code, 1)
})

test('jobs are validated offline by the checks of the service: no key, no address', async () => {
  const good = await run(['job', 'validate', file('good.json', image('a'))])
  assert.deepEqual([good.code, good.out], [0, 'valid    a\n'])
  const bad = await run([
    'job',
    'validate',
    file('list.json', [image('a'), { ...image(''), data: { image_url: 'ftp://x' } }]),
  ])
  assert.equal(bad.code, 1)
  assert.match(bad.out, /INVALID_URL {2}data\.image_url/)
  const json = await run(['job', 'validate', '-', '--json'], {}, JSON.stringify({ tag: 't' }))
  assert.equal(json.code, 1)
  assert.deepEqual(
    json
      .json()
      .jobs[0].failures.map((failure: { field: string }) => failure.field)
      .sort(),
    ['data', 'reference_id'],
  )
})

test('a point cloud is inspected: 0 with its numbers, 1 with what is wrong', async () => {
  const pcd =
    'VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 2\nDATA ascii\n1 2 3\nnan 5 6\n'
  const good = await run(['pcd', 'inspect', file('good.pcd', pcd)])
  assert.equal(good.code, 0)
  assert.match(good.out, /^finite points +1$/m)
  const bad = await run(['pcd', 'inspect', file('bad.pcd', pcd.replace('POINTS 2', 'POINTS 3')), '--json'])
  assert.equal(bad.code, 1)
  assert.equal(bad.json().accepted, false)
  assert.ok(bad.json().problems.length > 0)
})

const annotated = (...rectangles: object[]) => ({
  type: 'image2d',
  data: { image: { width: 100, height: 100 }, annotations: { rectangles } },
})
const annotatedBox = (id: string, label: string, left: number) => ({
  _id: id,
  label,
  attributes: { parked: { value: true } },
  coordinates: [
    { x: left, y: 0.1 },
    { x: left + 0.2, y: 0.1 },
    { x: left + 0.2, y: 0.3 },
    { x: left, y: 0.3 },
  ],
})

test('two result documents are compared without a service, and a low score ends with 1', async () => {
  const truth = file('truth.json', annotated(annotatedBox('1', 'car', 0.1), annotatedBox('2', 'van', 0.6)))
  const mine = file('mine.json', annotated(annotatedBox('x', 'car', 0.1), annotatedBox('y', 'car', 0.6)))
  const compared = await run(['compare', truth, mine, '--json'])
  assert.equal(compared.code, 0)
  const { score, confusion, figures } = compared.json()
  assert.ok(Math.abs(score - 1 / 3) < 1e-12)
  assert.equal(figures.attributes.parked.agreement, 1)
  assert.deepEqual(confusion[1], { a: 'van', b: 'car', count: 1 })
  assert.match((await run(['compare', truth, mine])).out, /1 × van taken for car/)
  assert.equal((await run(['compare', truth, mine, '--least', '0.9'])).code, 1)
  assert.equal((await run(['compare', truth, mine, '--any-class', '--least', '0.9'])).code, 0)
})

test('folders of result documents are compared by name, with mAP where those of the second have scores', async () => {
  const [truth, found] = [join(folder, 'truth'), join(folder, 'found')]
  for (const path of [truth, found]) mkdirSync(path)
  const scored = (id: string, left: number, score: number) => ({ ...annotatedBox(id, 'car', left), score })
  for (let i = 0; i < 12; i++) {
    file(`truth/${i}.json`, annotated(annotatedBox('1', 'car', 0.1), annotatedBox('2', 'car', 0.6)))
    file(`found/${i}.json`, annotated(scored('x', 0.1, 0.9), ...(i % 2 === 0 ? [scored('y', 0.6, 0.8)] : [])))
  }
  file('truth/alone.json', annotated())
  const compared = (await run(['compare', truth, found, '--json'])).json()
  assert.deepEqual([compared.jobs, compared.only_a, compared.only_b], [12, ['alone.json'], []])
  const { images, space } = compared.evaluation
  assert.equal(space, null)
  // 18 of 24 are found, each exactly: precision is 1 up to a recall of 0.75.
  assert.ok(Math.abs(images.map - 76 / 101) < 1e-9)
  assert.ok(images.interval.low < images.map && images.interval.high > images.map)
  const { truth: wanted, found: all, ap50, ar100, curve } = images.by_class.car
  assert.deepEqual([wanted, all, ar100], [24, 18, 0.75])
  assert.equal(ap50.toFixed(9), images.map.toFixed(9))
  assert.deepEqual(curve.at(-1), { recall: 0.75, precision: 1, score: 0.8 })
  assert.match((await run(['compare', truth, found])).out, /mAP\s+0.7525/)
  assert.equal((await run(['compare', truth, found, '--least', '0.9'])).code, 1)
  const plain = (await run(['compare', truth, truth, '--json'])).json()
  assert.deepEqual([plain.score, plain.evaluation], [1, null])
  file('found/3.json', annotated({ ...annotatedBox('x', 'car', 0.1), score: 7 }))
  const off = await run(['compare', truth, found])
  assert.deepEqual(off.code, 1)
  assert.match(off.err, /^3\.json: record 1 has the score 7: a number from 0 to 1 was expected/)
  file('found/3.json', annotated(annotatedBox('x', 'car', 0.1)))
  assert.match((await run(['compare', truth, found])).err, /0\.json have scores, those of .*3\.json have none/)
})

test('files that cannot be compared are named', async () => {
  const image = file('image.json', annotated())
  const video = file('video.json', { type: 'video2d', data: { annotation_data: { annotations: [] } } })
  const mixed = await run(['compare', image, video])
  assert.deepEqual([mixed.code, mixed.err], [1, 'a image2d result cannot be compared with a video2d one\n'])
  assert.equal((await run(['compare', image, file('none.json', {})])).code, 1)
  const off = await run(['compare', image, image, '--iou', '7'])
  assert.deepEqual([off.code, off.err], [2, 'options.iou: a number from 0 to 1 was expected\n'])
})
