import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runCli } from '../../src/cli/run.ts'
import type { ImportShown } from '../../src/client/types/imports.ts'
import { DEFAULT_ARCHIVE_LIMITS, openArchive } from '../../src/interchange/core/zipReader.ts'
import { pcd } from '../../src/interchange/pcd/manifest.ts'
import { setOf } from '../interchange/exportJob.ts'
import { cloudJob, hardClouds, POINTS_TAG } from '../interchange/hardClouds.ts'
import { exported, inFolder } from '../interchange/roundTrip.ts'
import fc from '../laws.ts'
import { type Answer, dataOf, until } from '../support/apiClient.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { type CocoBox, cocoOf, renamed, zipOf } from './archives.ts'

let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d'), clouds: tagOf('segmentation3d') })
})
after(() => stage.clear())

/** A job of the tag `boxes`, in the queue; its image is at this path of the customer's server. */
async function imageJob(referenceId: string, path: string, of = tenant): Promise<string> {
  const image_url = stage.files.put(path, await pngOf(40, 30))
  const jobId = await of.submit({ reference_id: referenceId, tag: 'boxes', data: { image_url } })
  await of.reached(jobId, 'queued')
  return jobId
}

function send(archive: Buffer, query: Record<string, string>, of = tenant): Promise<Answer> {
  const headers = { 'content-type': 'application/zip' }
  return of.api.call('POST', of.path(`/imports?${new URLSearchParams(query)}`), { body: archive, headers })
}

async function ended(importId: string, of = tenant): Promise<ImportShown> {
  return until(async () => {
    const shown = await of.api.get<ImportShown>(of.path(`/imports/${importId}`))
    return shown.status === 'queued' || shown.status === 'running' ? null : shown
  })
}

async function imported(archive: Buffer, query: Record<string, string>, of = tenant): Promise<ImportShown> {
  const answer = await send(archive, { tag: 'boxes', ...query }, of)
  assert.equal(answer.status, 200, answer.bytes.toString())
  return ended(dataOf<{ import_id: string }>(answer).import_id, of)
}

const coco = async (...boxes: CocoBox[]) => zipOf({ 'annotations.json': cocoOf(boxes) })

interface Prediction {
  data: { annotations: { rectangles: { label: string; coordinates: { x: number; y: number }[] }[] } }
  created_at: string
}

const predictionOf = (jobId: string) => tenant.api.get<Prediction>(tenant.path(`/jobs/${jobId}/prediction`))

test('labels find their jobs by the names of files, and are what the annotator begins with', async () => {
  const first = await imageJob('a', '/first/street.png')
  await imageJob('twin 1', '/x/twin.png')
  await imageJob('twin 2', '/y/twin.png')
  const archive = await coco(
    { image: 'street.png', label: 'car', bbox: [4, 6, 12, 9] },
    { image: 'twin.png', label: 'car', bbox: [4, 6, 12, 9] },
    { image: 'nowhere.png', label: 'car', bbox: [4, 6, 12, 9] },
  )
  const shown = await imported(archive, { format: 'coco' })
  assert.equal(shown.status, 'completed', JSON.stringify(shown))
  assert.equal(shown.matched, 1)
  assert.deepEqual(shown.unmatched, [
    { file: 'twin.png', reason: 'AMBIGUOUS' },
    { file: 'nowhere.png', reason: 'NOT_FOUND' },
  ])
  assert.deepEqual(shown.classes, [{ name: 'car', parts: 3, class: 'car', dropped: 0 }])
  const { data } = await predictionOf(first)
  assert.equal(data.annotations.rectangles.length, 1)
  assert.deepEqual(data.annotations.rectangles[0].coordinates[0], { x: 0.1, y: 0.2 })
  const folders = await coco({ image: 'y/twin.png', label: 'car', bbox: [0, 0, 4, 3] })
  assert.equal((await imported(folders, { format: 'coco' })).matched, 1)
})

test('labels find their jobs by names as tools rename files, escape names and write letters with marks', async () => {
  const names = ['renamed 1.png', 'uploaded.png', 'blank space.png', 'stra\u00dfe \u00fc.png']
  for (const name of names) await imageJob(name, `/tools/${name}`)
  const sent = [
    'train/renamed 1_png.rf.0a1B2c3D4e.jpg',
    '0a1b2c3d-uploaded.png',
    'blank%20space.png',
    'stra\u00dfe u\u0308.png',
  ]
  const archive = await coco(...sent.map((image): CocoBox => ({ image, label: 'car', bbox: [4, 6, 12, 9] })))
  const shown = await imported(archive, { format: 'coco' })
  assert.deepEqual([shown.matched, shown.unmatched], [4, []])
})

test('label files without their images find the jobs that their folders name', async () => {
  const front = await imageJob('front 9', '/rig/front/9.png')
  await imageJob('rear 9', '/rig/rear/9.png')
  const archive = await zipOf({
    'data.yaml': 'names: [car]',
    'labels/train/front/9.txt': '0 0.5 0.5 0.25 0.5',
    'labels/train/9.txt': '0 0.5 0.5 0.25 0.5',
  })
  const shown = await imported(archive, { format: 'yolo_detect' })
  assert.deepEqual([shown.matched, shown.unmatched], [1, [{ file: '9.txt', reason: 'AMBIGUOUS' }]])
  assert.equal((await predictionOf(front)).data.annotations.rectangles.length, 1)
})

test('a part whose name is a reference_id belongs to that job, and files of Label Studio to what they name', async () => {
  await imageJob('sequence-12', '/somewhere/else.png')
  await imageJob('local', '/store/a b/local.png')
  const named = await coco({ image: 'sequence-12.jpg', label: 'car', bbox: [4, 6, 12, 9] })
  assert.equal((await imported(named, { format: 'coco' })).matched, 1)
  const value = { x: 10, y: 20, width: 25, height: 10, rotation: 0, rectanglelabels: ['car'] }
  const region = { id: 'a', type: 'rectanglelabels', from_name: 'label', to_name: 'image', value }
  const result = [{ ...region, original_width: 40, original_height: 30, image_rotation: 0 }]
  const task = (rectangle: object[]) => [
    {
      id: 1,
      data: { image: '/data/local-files/?d=store%2Fa%20b/local.png' },
      annotations: [{ id: 1, result: rectangle }],
    },
  ]
  assert.equal((await imported(await zipOf({ 'p.json': task(result) }), { format: 'label_studio' })).matched, 1)
  const bare = await zipOf({
    'p.json': task([{ ...result[0], type: 'rectangle', value: { ...value, rectanglelabels: [] } }]),
  })
  assert.match((await imported(bare, { format: 'label_studio' })).error?.message ?? '', /objects without a class/)
})

test('an archive with the separators of Windows is read', async () => {
  await imageJob('windows', '/windows.png')
  const entries = await zipOf({
    'annotations/a.json': cocoOf([{ image: 'windows.png', label: 'car', bbox: [4, 6, 12, 9] }]),
  })
  const archive = renamed(entries, 'annotations/a', 'annotations\\a')
  assert.equal((await imported(archive, { format: 'coco' })).matched, 1)
  const escaping = renamed(entries, 'annotations/a', '..\\..\\..\\x.ab')
  assert.equal((await imported(escaping, { format: 'coco' })).error?.code, 'UNSAFE_PATH')
})

test('images that a data set names by their addresses alone, as LVIS does, are found', async () => {
  await imageJob('lvis', '/val2017/000000000139.png')
  const set = {
    images: [{ id: 139, coco_url: 'http://images.example/val2017/000000000139.png', width: 40, height: 30 }, { id: 1 }],
    annotations: [{ id: 1, image_id: 139, category_id: 3, bbox: [4, 6, 12, 9], segmentation: [] }],
    categories: [{ id: 3, name: 'car', synset: 'car.n.01', frequency: 'f' }],
  }
  const shown = await imported(await zipOf({ 'lvis_v1_val.json': set }), { format: 'coco' })
  assert.deepEqual([shown.matched, shown.unmatched], [1, []])
  assert.deepEqual(
    shown.failures.map(({ field, type }) => [field, type]),
    [['images[1].file_name', 'MISSING']],
  )
})

test('among jobs whose files share a name, the folder in the data set chooses one', async () => {
  const left = await imageJob('left 7', '/left/cam/7.png')
  await imageJob('right 7', '/right/cam/7.png')
  const archive = await zipOf({
    'left/cam/labels.json': cocoOf([{ image: '7.png', label: 'car', bbox: [4, 6, 12, 9] }]),
    'left/cam/7.png': await pngOf(40, 30),
  })
  const shown = await imported(archive, { format: 'coco' })
  assert.deepEqual([shown.matched, shown.unmatched], [1, []])
  assert.equal((await predictionOf(left)).data.annotations.rectangles.length, 1)
})

test('an import that fails in every attempt ends, and says why', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<() => void>()
  const image = await pngOf(40, 30)
  const image_url = stage.files.put('/late.png', (_, response) => resolve(() => response.writeHead(200).end(image)))
  const late = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  await late.submit({ reference_id: 'late', tag: 'boxes', data: { image_url } })
  const release = await asked
  const archive = await coco({ image: 'late.png', label: 'car', bbox: [0, 0, 4, 3] })
  const answer = await send(archive, { tag: 'boxes', format: 'coco' }, late)
  const { import_id } = dataOf<{ import_id: string }>(answer)
  // It waits for the file; its tag is damaged meanwhile, as no call can do it.
  await stage.database.pool.query(`update tags set classes = '[null]' where project_id = $1`, [late.projectId])
  const shown = await ended(import_id, late)
  release()
  assert.deepEqual([shown.status, shown.error?.code], ['failed', 'api_error'])
  assert.match(shown.error?.message ?? '', /^the archive could not be imported, 3 attempts failed: .+/)
})

test('a prediction that is there stays, unless the import is to replace it', async () => {
  const jobId = await imageJob('kept', '/kept.png')
  const archive = (width: number) => coco({ image: 'kept.png', label: 'car', bbox: [0, 0, width, 3] })
  assert.equal((await imported(await archive(4), { format: 'coco' })).matched, 1)
  const again = await imported(await archive(8), { format: 'coco' })
  assert.deepEqual(
    again.unmatched.map(({ reason }) => reason),
    ['HAS_PREDICTION'],
  )
  const replaced = await imported(await archive(8), { format: 'coco', options: '{"replace": true}' })
  assert.equal(replaced.matched, 1)
  assert.equal((await predictionOf(jobId)).data.annotations.rectangles[0].coordinates[1].x, 0.2)
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
  const late = await imported(await archive(8), { format: 'coco', options: '{"replace": true}' })
  assert.deepEqual(
    late.unmatched.map(({ reason }) => reason),
    ['IN_WORK'],
  )
})

test('classes that the tag lacks stop an import before anything changes; they can be renamed or left out', async () => {
  const jobId = await imageJob('classes', '/classes.png')
  const archive = await coco(
    { image: 'classes.png', label: 'automobile', bbox: [0, 0, 4, 3] },
    { image: 'classes.png', label: 'tree', bbox: [4, 3, 4, 3] },
  )
  const refused = await imported(archive, { format: 'coco' })
  assert.equal(refused.status, 'failed')
  assert.match(refused.error?.message ?? '', /automobile, tree/)
  assert.deepEqual(
    refused.classes.map(({ name, class: found }) => [name, found]),
    [
      ['automobile', null],
      ['tree', null],
    ],
  )
  assert.equal((await tenant.api.call('GET', tenant.path(`/jobs/${jobId}/prediction`))).status, 404)
  const options = JSON.stringify({ map: { automobile: 'car' }, drop_unknown: true })
  const shown = await imported(archive, { format: 'coco', options })
  assert.equal(shown.matched, 1)
  assert.deepEqual(shown.classes, [
    { name: 'automobile', parts: 1, class: 'car', dropped: 0 },
    { name: 'tree', parts: 1, class: null, dropped: 1 },
  ])
  assert.equal((await predictionOf(jobId)).data.annotations.rectangles.length, 1)
})

test('faults that the call shows are refused, with every place', async () => {
  const refused: [Record<string, string>, string, string][] = [
    [{ format: 'cocoa' }, 'format', 'UNKNOWN'],
    [{ format: 'coco', tag: 'nothing' }, 'tag', 'UNKNOWN'],
    [{ format: 'coco', tag: 'clouds' }, 'format', 'NOT_ALLOWED'],
    [{ format: 'coco', into: 'results' }, 'into', 'INVALID_VALUE'],
    [{ format: 'coco', options: '{' }, 'options', 'INVALID_VALUE'],
    [{ format: 'coco', options: '{"colour": 1}' }, 'options.colour', 'UNKNOWN'],
    [{ format: 'coco', options: '{"map": {"a": "b"}}' }, 'options.map.a', 'UNKNOWN'],
    [{ format: 'coco', data_base: 'https://x.test/' }, 'data_base', 'NOT_ALLOWED'],
  ]
  const archive = await zipOf({ a: '' })
  for (const [query, field, type] of refused) {
    const answer = await send(archive, { tag: 'boxes', ...query })
    assert.equal(answer.status, 400, JSON.stringify(query))
    const [failure] = answer.json?.error?.meta_data.failures ?? []
    assert.deepEqual([failure?.field, failure?.type], [field, type], JSON.stringify(query))
  }
  const body = { format: 'coco', tag: 'boxes', url: 'http://169.254.169.254/latest' }
  const forbidden = await tenant.api.call('POST', tenant.path('/imports'), { body })
  assert.equal(forbidden.status, 400)
  assert.deepEqual(forbidden.json?.error?.meta_data.failures[0].type, 'FORBIDDEN_ADDRESS')
})

test('an archive comes from an address too', async () => {
  await imageJob('by address', '/by-address.png')
  const archive = await coco({ image: 'by-address.png', label: 'car', bbox: [0, 0, 4, 3] })
  const body = { format: 'coco', tag: 'boxes', url: stage.files.put('/labels.zip', archive) }
  const { import_id } = await tenant.api.post<{ import_id: string }>(tenant.path('/imports'), body)
  assert.equal((await ended(import_id)).matched, 1)
  const gone = { ...body, url: `${stage.files.baseUrl}/no-such.zip` }
  const missing = await tenant.api.post<{ import_id: string }>(tenant.path('/imports'), gone)
  const shown = await ended(missing.import_id)
  assert.deepEqual([shown.status, shown.error?.code], ['failed', 'INVALID_URL'])
})

test('jobs are made of the files of a data set, with its labels; a reference_id that was used is reported', async () => {
  stage.files.put('/set/1.png', await pngOf(40, 30))
  stage.files.put('/set/sub/2.png', await pngOf(40, 30, 2))
  const archive = await coco(
    { image: '1.png', label: 'car', bbox: [4, 6, 12, 9] },
    { image: 'sub/2.png', label: 'ground', bbox: [0, 0, 20, 15] },
    { image: '../escape.png', label: 'car', bbox: [0, 0, 20, 15] },
  )
  const query = { format: 'coco', into: 'jobs', data_base: `${stage.files.baseUrl}/set` }
  const shown = await imported(archive, query)
  assert.equal(shown.status, 'completed', JSON.stringify(shown))
  assert.deepEqual([shown.created, shown.matched], [2, 2], JSON.stringify(shown))
  assert.deepEqual(shown.failures, [{ file: 'annotations.json', field: '../escape.png', type: 'UNSAFE_PATH' }])
  const job = await tenant.api.get<{ job_id: string; tag: string }>(tenant.path('/jobs?reference_id=sub/2.png'))
  assert.equal(job.tag, 'boxes')
  assert.equal((await predictionOf(job.job_id)).data.annotations.rectangles[0].label, 'ground')
  const again = await imported(archive, query)
  assert.deepEqual([again.created, again.matched], [0, 0])
  assert.deepEqual(again.failures.map(({ type }) => type).sort(), ['DUPLICATE', 'DUPLICATE', 'UNSAFE_PATH'])
})

test('labelled clouds become jobs of their files, with their labels; so do episodes of clouds', async () => {
  const [cloud] = fc.sample(hardClouds, { numRuns: 1, seed: 3 })
  const classes = POINTS_TAG.classes.map(({ name, color, instantiable }) => ({ name, color, instantiable }))
  await stage.admin.put(tenant.path('/tags/points'), { operation: 'segmentation3d', classes })
  const { entries } = await exported(pcd, setOf({ tag: POINTS_TAG, jobs: [await cloudJob(cloud)] }))
  const [name] = [...entries.keys()].filter((entry) => entry.endsWith('.pcd'))
  stage.files.put(`/clouds/${name}`, Buffer.from(entries.get(name) ?? []))
  const sent = Object.fromEntries([...entries].map(([entry, bytes]) => [entry, Buffer.from(bytes)]))
  delete sent['manifest.json']
  const query = { format: 'pcd', tag: 'points', into: 'jobs', data_base: `${stage.files.baseUrl}/clouds` }
  const shown = await imported(await zipOf(sent), query)
  assert.deepEqual([shown.status, shown.created, shown.matched], ['completed', 1, 1], JSON.stringify(shown))

  await stage.admin.put(tenant.path('/tags/cuboids'), { operation: 'cuboid3d', classes })
  const geometry = {
    position: { x: 5, y: 1, z: 0 },
    rotation: { x: 0, y: 0, z: 0.5 },
    dimensions: { x: 4, y: 2, z: 1.5 },
  }
  const figure = { key: 'f', objectKey: 'o', geometryType: 'cuboid_3d', geometry }
  const episode = {
    'drive/annotation.json': {
      description: '',
      key: 'e',
      tags: [],
      framesCount: 2,
      objects: [{ key: 'o', classTitle: classes[0].name, tags: [] }],
      frames: [{ index: 1, figures: [figure] }],
    },
    'drive/frame_pointcloud_map.json': { 0: 'a.pcd', 1: 'b.pcd' },
  }
  for (const file of ['a', 'b'])
    stage.files.put(`/set/drive/pointcloud/${file}.pcd`, Buffer.from(entries.get(name) ?? []))
  const into = {
    format: 'supervisely_pointcloud',
    tag: 'cuboids',
    into: 'jobs',
    data_base: `${stage.files.baseUrl}/set`,
  }
  const made = await imported(await zipOf(episode), into)
  assert.deepEqual([made.status, made.created, made.matched], ['completed', 1, 1], JSON.stringify(made))
  const [job] = (await tenant.api.get<{ jobs: { job_id: string; frames: number }[] }>(tenant.path('/jobs?tag=cuboids')))
    .jobs
  assert.equal(job.frames, 2)
  const { data } = await tenant.api.get<{ data: { annotation_data: { annotations: { frame_id: string }[] } } }>(
    tenant.path(`/jobs/${job.job_id}/prediction`),
  )
  assert.deepEqual(
    data.annotation_data.annotations.map(({ frame_id }) => frame_id),
    ['1'],
  )
})

test('an export of one project, imported into another, exports as the same files again', async () => {
  const other = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const exportOf = async (of: Tenant, filter: object) => {
    const { export_id } = await of.api.post<{ export_id: string }>(of.path('/exports'), { format: 'coco', filter })
    const shown = await until(async () => {
      const one = await of.api.get<{ status: string; url: string }>(of.path(`/exports/${export_id}`))
      return one.status === 'completed' ? one : null
    })
    return (await of.api.call('GET', shown.url)).bytes
  }
  const jobId = await imageJob('drive/µ 1', '/round/1.png')
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
  const first = await exportOf(tenant, { reference_ids: ['drive/µ 1'] })
  const there = await imageJob('drive/µ 1', '/elsewhere/other-name.png', other)
  assert.equal((await imported(first, { format: 'coco' }, other)).matched, 1)
  const { data } = await other.api.get<Prediction>(other.path(`/jobs/${there}/prediction`))
  await other.submitResult(there, data)
  await other.reached(there, 'completed')
  assert.deepEqual(await fileOf(await exportOf(other, {})), await fileOf(first))
})

const fileOf = (zip: Buffer) =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'a.zip'), zip)
    const archive = await openArchive(join(folder, 'a.zip'), DEFAULT_ARCHIVE_LIMITS)
    const text = await archive.readText('annotations/instances_default.json')
    archive.close()
    // The address of the original is that of the job, which is another one.
    return text.replace(/"coco_url":"[^"]*"/, '')
  })

test('the command line imports a file, waits, and says what did not match', () =>
  inFolder(async (folder) => {
    await imageJob('cli', '/cli.png')
    const archive = await coco(
      { image: 'cli.png', label: 'auto', bbox: [0, 0, 4, 3] },
      { image: 'none.png', label: 'auto', bbox: [0, 0, 4, 3] },
    )
    await writeFile(join(folder, 'labels.zip'), archive)
    const said: string[] = []
    const io = {
      env: { FIDUCIAL_URL: stage.service.baseUrl, FIDUCIAL_KEY: tenant.key },
      cwd: folder,
      out: (text: string) => said.push(text),
      err: (text: string) => said.push(text),
      read: async function* () {},
    }
    const args = ['--project', tenant.projectId, 'import', 'create', 'coco', 'labels.zip', '--tag', 'boxes']
    assert.equal(await runCli(args, io), 1)
    assert.match(said.join(''), /the tag has no class for auto/)
    assert.equal(await runCli([...args, '--map', 'auto=car'], io), 0, said.join(''))
    assert.match(said.join(''), /completed: 1 of 2 matched\nauto → car\nnot matched: none.png \(NOT_FOUND\)/)
    assert.equal(await runCli(['--project', tenant.projectId, 'import', 'list'], io), 0)
    const { imports } = await tenant.api.get<{ imports: ImportShown[] }>(tenant.path('/imports'))
    const path = tenant.path(`/imports/${imports[0].import_id}`)
    assert.equal((await tenant.api.call('DELETE', path)).status, 200)
    assert.equal((await tenant.api.call('GET', path)).status, 404)
  }))
