import assert from 'node:assert/strict'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ShownModel } from '../../src/contract/models.ts'
import { queuedImage } from '../support/office.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { DETECTOR_MANIFEST, installDetector, installModel, installSegmenter } from '../support/tinyModels.ts'

let stage: OwnStage
let tenant: Tenant
let person: Person
before(async () => {
  stage = await setOwnStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
})
after(() => stage.clear())

const listed = async () => (await person.get<{ models: ShownModel[] }>('/api/models')).models
const fileOf = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${stage.admin.baseUrl}/api/models/${path}`, { headers: { cookie: person.cookie ?? '', ...headers } })

test('without models the list is empty; models that an operator puts into the folder appear at once', async () => {
  assert.deepEqual(await listed(), [])
  installSegmenter(stage.service.dataDir, 'clicker')
  installDetector(stage.service.dataDir, 'quarters')
  assert.deepEqual(
    (await listed()).map(({ name, kind, verbs, version, problem }) => ({ name, kind, verbs, version, problem })),
    [
      { name: 'clicker', kind: 'segment_anything', verbs: ['segment'], version: '1', problem: null },
      { name: 'quarters', kind: 'detector', verbs: ['predict'], version: '2', problem: null },
    ],
  )
})

test('files of models are kept by browsers forever, and another file has another address', async () => {
  installDetector(stage.service.dataDir, 'quarters')
  const answer = await fileOf('quarters/detector.onnx')
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin')
  assert.equal((await answer.arrayBuffer()).byteLength, Number(answer.headers.get('content-length')))
  const known = await fileOf('quarters/detector.onnx', { 'if-none-match': answer.headers.get('etag') ?? '' })
  assert.equal(known.status, 304)
  assert.deepEqual(await (await fileOf('quarters/manifest.json')).json(), DETECTOR_MANIFEST)
  const buildOf = async () => (await listed()).find(({ name }) => name === 'quarters')?.build
  const before = await buildOf()
  installModel(stage.service.dataDir, 'quarters', { 'detector.onnx': 'another network' })
  assert.notEqual(await buildOf(), before)
})

test('only people who annotate get files, and nothing but what a manifest names', async () => {
  const folder = installDetector(stage.service.dataDir, 'guarded')
  writeFileSync(join(folder, 'notes.txt'), 'secret')
  writeFileSync(join(stage.service.dataDir, 'outside'), 'secret')
  assert.equal((await fetch(`${stage.admin.baseUrl}/api/models/guarded/detector.onnx`)).status, 401)
  const viewer = await Person.join(stage.admin, 'viewer', [tenant.projectId])
  assert.equal((await viewer.call('GET', '/api/models')).status, 403)
  for (const path of [
    'guarded/notes.txt',
    'guarded/..%2f..%2foutside',
    'guarded/%2e%2e/outside',
    '..%2foutside/manifest.json',
    'guarded/none.onnx',
    'none/manifest.json',
  ])
    assert.equal((await fileOf(path)).status, 404, path)
  rmSync(join(folder, 'detector.onnx'))
  symlinkSync(join(stage.service.dataDir, 'outside'), join(folder, 'detector.onnx'))
  assert.equal((await fileOf('guarded/detector.onnx')).status, 404)
  const linked = join(stage.service.dataDir, 'models', 'linked')
  symlinkSync(folder, linked)
  assert.equal((await fileOf('linked/manifest.json')).status, 404)
  assert.ok(!(await listed()).some(({ name }) => name === 'linked'))
})

test('a model that cannot be used is listed with the reason', async () => {
  const { dataDir } = stage.service
  installModel(dataDir, 'no-json', { 'manifest.json': '{' })
  installDetector(dataDir, 'no-version', { ...DETECTOR_MANIFEST, version: undefined })
  installModel(dataDir, 'no-file', { 'manifest.json': JSON.stringify({ ...DETECTOR_MANIFEST, file: 'gone.onnx' }) })
  mkdirSync(join(dataDir, 'models', 'empty'))
  const problems = Object.fromEntries((await listed()).map(({ name, problem }) => [name, problem]))
  assert.equal(problems['no-json'], 'manifest.json is not JSON')
  assert.match(problems['no-version'] ?? '', /version/)
  assert.equal(problems['no-file'], 'there is no file gone.onnx')
  assert.equal(problems.empty, 'there is no file manifest.json')
})

test("the findings of a model are checked like an assistant's answer, and counted", async () => {
  installDetector(stage.service.dataDir, 'quarters')
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const found = (label: string) => ({
    model: 'quarters',
    verb: 'predict',
    input: {},
    answer: {
      data: { annotations: { rectangles: [{ label, coordinates: corners(0.1, 0.1, 0.4, 0.4) }] } },
      scores: [0.6],
    },
    milliseconds: 40,
  })
  const address = `/api/jobs/${jobId}/suggestions`
  assert.equal((await person.call('POST', address, found('car'))).status, 409)
  await person.post(`/api/jobs/${jobId}/claim`, {})
  const { suggestions } = await person.post<{ suggestions: { assistant: string; score: number; state: string }[] }>(
    address,
    found('car'),
  )
  assert.deepEqual(
    suggestions.map(({ assistant, score, state }) => [assistant, score, state]),
    [['quarters', 0.6, 'open']],
  )
  assert.equal((await person.call('POST', address, found('no such class'))).status, 502)
  assert.equal((await person.call('POST', address, { ...found('car'), verb: 'segment' })).status, 400)
  assert.equal((await person.call('POST', address, { ...found('car'), model: 'none' })).status, 404)
})
