import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { runCli } from '../../src/cli/run.ts'
import type { KeyCreated } from '../../src/client/types/admin.ts'
import { DEFAULT_ARCHIVE_LIMITS, openArchive } from '../../src/interchange/core/zipReader.ts'
import { exportedJobsAfter } from '../../src/store/project/exports/exportedJobs.ts'
import { inFolder } from '../interchange/roundTrip.ts'
import { dataOf, until } from '../support/apiClient.ts'
import { corners, ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { unpacked } from './exportedEntries.ts'

interface Shown {
  export_id: string
  status: string
  url: string | null
  size: number | null
  sha256: string | null
  content_sha256: string | null
  losses: { kind: string; count: number }[]
  progress: { jobs_done: number; jobs_total: number }
  error: { code: string; message: string } | null
}

let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d'), tracks: tagOf('video2d') })
  const url = stage.files.put('/1.png', await pngOf(40, 30))
  for (const referenceId of ['drive/2', 'drive/1', 'other']) {
    const jobId = await tenant.submit({ reference_id: referenceId, tag: 'boxes', data: { image_url: url } })
    await tenant.reached(jobId, 'queued')
    await tenant.submitResult(jobId, ONE_BOX)
    await tenant.reached(jobId, 'completed')
  }
})
after(() => stage.clear())

const make = (body: object, of = tenant) => of.api.post<{ export_id: string }>(of.path('/exports'), body)

async function done(body: object, of = tenant): Promise<Shown> {
  const { export_id } = await make(body, of)
  return until(async () => {
    const shown = await of.api.get<Shown>(of.path(`/exports/${export_id}`))
    return shown.status === 'completed' || shown.status === 'failed' ? shown : null
  })
}

const json = (entries: ReadonlyMap<string, Buffer>, name: string) => JSON.parse(entries.get(name)?.toString() ?? 'null')

test('completed jobs leave as COCO, in one archive with its manifest, the same bytes each time', async () => {
  const shown = await done({ format: 'coco', filter: { tag: 'boxes' } })
  assert.equal(shown.status, 'completed')
  assert.deepEqual(shown.progress, { jobs_done: 3, jobs_total: 3, bytes: shown.size })
  assert.deepEqual(shown.losses, [])
  const answer = await stage.admin.with(null).call('GET', shown.url ?? '')
  assert.equal(answer.status, 200)
  assert.equal(createHash('sha256').update(answer.bytes).digest('hex'), shown.sha256)
  const entries = await unpacked(answer)
  assert.deepEqual([...entries.keys()], ['annotations/instances_default.json', 'manifest.json', 'losses.json'])
  const coco = json(entries, 'annotations/instances_default.json')
  assert.deepEqual(
    coco.annotations.map(({ bbox }: { bbox: number[] }) => bbox),
    Array(3).fill([4, 6, 12, 9]),
  )
  const manifest = json(entries, 'manifest.json')
  assert.deepEqual(
    manifest.jobs.map((job: { reference_id: string }) => job.reference_id),
    ['drive/1', 'drive/2', 'other'],
  )
  const again = await done({ format: 'coco', filter: { tag: 'boxes' } })
  assert.equal(again.content_sha256, shown.content_sha256)
  assert.equal(again.sha256, shown.sha256)
})

test('originals are included on request, jobs chosen by reference_id, sequences never cut', async () => {
  const shown = await done({
    format: 'coco',
    filter: { reference_ids: ['other', 'unknown'] },
    files: 'include',
    splits: { train: 0.5, val: 0.5 },
  })
  const entries = await unpacked(await tenant.api.call('GET', shown.url ?? ''))
  const images = [...entries.keys()].filter((name) => name.startsWith('images/'))
  assert.equal(images.length, 1)
  assert.match(images[0], /^images\/(train|val)\/other\.png$/)
  assert.deepEqual(entries.get(images[0]), await pngOf(40, 30))
})

test('downloads support ranges, and their address opens nothing else', async () => {
  const shown = await done({ format: 'coco' })
  const url = shown.url ?? ''
  const nobody = stage.admin.with(null)
  const part = await nobody.call('GET', url, { headers: { range: 'bytes=10-19' } })
  assert.equal(part.status, 206)
  assert.equal(part.headers['content-range'], `bytes 10-19/${shown.size}`)
  assert.equal(part.bytes.length, 10)
  assert.equal((await nobody.call('GET', url, { headers: { range: `bytes=${shown.size}-` } })).status, 416)
  const forged = url.replace(/sig=(.)/, (_, first) => `sig=${first === 'x' ? 'y' : 'x'}`)
  assert.equal((await nobody.call('GET', forged)).status, 404)
  assert.equal((await nobody.call('GET', url.replace(/expires=\d+/, 'expires=99999999999'))).status, 404)
  assert.equal((await tenant.api.call('GET', url.split('?')[0])).status, 200)
  assert.equal((await tenant.api.call('DELETE', tenant.path(`/exports/${shown.export_id}`))).status, 200)
  assert.equal((await nobody.call('GET', url)).status, 404)
})

test('an empty choice is a valid, empty archive', async () => {
  const shown = await done({ format: 'coco', filter: { completed_to: '2020-01-01T00:00:00+00:00' } })
  const entries = await unpacked(await tenant.api.call('GET', shown.url ?? ''))
  assert.deepEqual(json(entries, 'annotations/instances_default.json').images, [])
  assert.deepEqual(json(entries, 'manifest.json').jobs, [])
  assert.deepEqual(json(entries, 'losses.json'), [])
})

test('an invalid export is refused, with the allowed values', async () => {
  const refused: [object, string, string][] = [
    [{ format: 'cocoa' }, 'format', 'UNKNOWN'],
    [{ format: 'coco', options: { colour: 1 } }, 'options.colour', 'UNKNOWN'],
    [{ format: 'coco', options: { keypoints: 'apart' } }, 'options.keypoints', 'INVALID_VALUE'],
    [{ format: 'coco', filter: { tag: 'tracks' } }, 'format', 'NOT_ALLOWED'],
    [{ format: 'coco', filter: { tag: 'nothing' } }, 'filter.tag', 'UNKNOWN'],
    [{ format: 'coco', splits: { train: 0.8, val: 0.3 } }, 'splits', 'OUT_OF_RANGE'],
    [{ format: 'coco', splits: { Train: 0.8, train: 0.2 } }, 'splits', 'INVALID_VALUE'],
    [{ format: 'coco', splits: { '../x': 1 } }, 'splits', 'INVALID_VALUE'],
    [{ format: 'yolo_detect', splits: { con: 1 } }, 'splits', 'INVALID_VALUE'],
    [{ format: 'yolo_detect', splits: { '': 1 } }, 'splits', 'INVALID_VALUE'],
    [{ format: 'yolo_detect', splits: { ['a'.repeat(250)]: 1 } }, 'splits', 'INVALID_VALUE'],
    [{ format: 'yolo_detect', splits: { train: 'a half' } }, 'splits', 'INVALID_TYPE'],
    [{ format: 'yolo_detect', splits: { train: -1 } }, 'splits', 'OUT_OF_RANGE'],
    [{ format: 'yolo_detect', splits: {} }, 'splits', 'MISSING'],
    [{ format: 'coco', filter: { completed_from: 'yesterday' } }, 'filter.completed_from', 'INVALID_VALUE'],
  ]
  for (const [body, field, type] of refused) {
    const answer = await tenant.api.call('POST', tenant.path('/exports'), { body })
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.equal(answer.json?.error?.code, 'GE_0002')
    const [failure] = answer.json?.error?.meta_data.failures ?? []
    assert.deepEqual([failure.field, failure.type], [field, type], JSON.stringify(body))
  }
  const foreign = { format: 'coco', filter: { batch_id: '3f3e8675-ca69-46d7-aa34-96f90fcbb732' } }
  assert.equal((await tenant.api.call('POST', tenant.path('/exports'), { body: foreign })).status, 404)
})

test('the command line exports, waits and downloads in one call', () =>
  inFolder(async (folder) => {
    const said: string[] = []
    const io = {
      env: { FIDUCIAL_URL: stage.service.baseUrl, FIDUCIAL_KEY: tenant.key },
      cwd: folder,
      out: (text: string) => said.push(text),
      err: (text: string) => said.push(text),
      read: async function* () {},
    }
    const args = ['--project', tenant.projectId, 'export', 'create', 'yolo_detect', '--tag', 'boxes', '-o', 'boxes.zip']
    assert.equal(await runCli(args, io), 0, said.join(''))
    assert.match(said.join(''), /completed: 3 of 3 jobs\n/)
    const archive = await openArchive(join(folder, 'boxes.zip'), DEFAULT_ARCHIVE_LIMITS)
    assert.equal(await archive.readText('labels/default/other.txt'), '0 0.25 0.35 0.3 0.3\n')
    archive.close()
    assert.equal(await runCli(['--project', tenant.projectId, 'export', 'create', 'cocoa'], io), 1)
    assert.equal(await runCli(['--project', tenant.projectId, 'export', 'create', 'coco', '--splits', 'train'], io), 2)
    assert.equal(await runCli(['--project', tenant.projectId, 'export', 'create', 'coco', '--splits', 'CON=1'], io), 2)
  }))

test('exports are listed newest first, and the list of formats needs no key', async () => {
  const { export_id } = await make({ format: 'coco' })
  const { exports } = await tenant.api.get<{ exports: Shown[] }>(tenant.path('/exports'))
  assert.equal(exports[0].export_id, export_id)
  const { formats } = await stage.admin
    .with(null)
    .get<{ formats: { format: string; losses: string[] }[] }>('/v1/formats')
  assert.ok(formats.some(({ format, losses }) => format === 'coco' && losses.includes('line_dropped')))
})

test('jobs are chosen by their metadata, and only the admin key sees addresses in full', async () => {
  const image_url = `${stage.files.put('/secret.png', await pngOf(40, 30))}?token=abc`
  const body = { reference_id: 'night', tag: 'boxes', data: { image_url }, metadata: { city: 'Ulm', drive: 7 } }
  const jobId = await tenant.submit(body)
  await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
  const filter = { metadata: { city: 'Ulm', drive: 7 } }
  const urls = async (shown: Shown) => {
    const entries = await unpacked(await tenant.api.call('GET', shown.url ?? ''))
    return json(entries, 'manifest.json').jobs.map((job: { source_urls: string[] }) => job.source_urls[0])
  }
  assert.deepEqual(await urls(await done({ format: 'coco', filter })), [image_url.split('?')[0]])
  const options = { full_urls: true }
  const refused = await tenant.api.call('POST', tenant.path('/exports'), { body: { format: 'coco', options } })
  assert.equal(refused.json?.error?.meta_data.failures[0].field, 'options.full_urls')
  const { export_id } = await stage.admin.post<{ export_id: string }>(tenant.path('/exports'), {
    format: 'coco',
    filter,
    options,
  })
  const full = await until(async () => {
    const shown = await tenant.api.get<Shown>(tenant.path(`/exports/${export_id}`))
    return shown.status === 'completed' ? shown : null
  })
  assert.deepEqual(await urls(full), [image_url])
  assert.equal((await done({ format: 'coco', filter: { metadata: { city: 'Bonn' } } })).progress.jobs_total, 0)
  assert.equal((await stage.admin.call('DELETE', tenant.path(`/jobs/${jobId}/data`))).status, 200)
  const gone = await tenant.api.get<Shown>(tenant.path(`/exports/${export_id}`))
  assert.deepEqual([gone.status, gone.url], ['completed', null])
  assert.equal((await tenant.api.call('GET', full.url ?? '')).status, 404)
})

test('an included image is upright like its labels, whatever orientation its file states', async () => {
  const stored = await sharp(await pngOf(40, 30))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const url = stage.files.put('/turned.jpg', stored)
  const jobId = await tenant.submit({ reference_id: 'turned', tag: 'boxes', data: { image_url: url } })
  await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
  const shown = await done({ format: 'coco', filter: { reference_ids: ['turned'] }, files: 'include' })
  const entries = await unpacked(await tenant.api.call('GET', shown.url ?? ''))
  const [image] = json(entries, 'annotations/instances_default.json').images
  assert.deepEqual([image.width, image.height], [30, 40])
  const { width, height, orientation, format } = await sharp(entries.get('images/default/turned.jpg')).metadata()
  assert.deepEqual([width, height, orientation ?? 1, format], [30, 40, 1, 'jpeg'])
})

test('an export that fails in every attempt names the job and the reason', async () => {
  const { pool } = stage.database
  const image_url = stage.files.put('/broken.png', await pngOf(40, 30))
  const jobId = await tenant.submit({ reference_id: 'torn', tag: 'boxes', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
  // Its result is now the file of its image: no document.
  const { rowCount } = await pool.query(
    `update attachments set sha256 = (select sha256 from job_assets where job_id = $1 limit 1)
     where job_id = $1 and name = 'result.json'`,
    [jobId],
  )
  assert.equal(rowCount, 1)
  const shown = await done({ format: 'coco', filter: { reference_ids: ['torn', 'other'] } })
  assert.deepEqual([shown.status, shown.error?.code], ['failed', 'api_error'])
  assert.match(shown.error?.message ?? '', /5 attempts failed, the last one at the job "torn": .*JSON/s)
  assert.equal((await done({ format: 'coco', filter: { reference_ids: ['other'] } })).status, 'completed')
})

test('jobs are read in pages that end where their bodies grow large', async () => {
  const { export_id } = await make({ format: 'coco', filter: { tag: 'boxes' } })
  const { pool } = stage.database
  const read = async (after: string | null, bytes: number) =>
    (await exportedJobsAfter(pool, tenant.projectId, export_id, after, { jobs: 2, bytes })).map(
      (job) => job.referenceId,
    )
  assert.deepEqual(await read(null, 1e6), ['drive/1', 'drive/2'])
  assert.deepEqual(await read(null, 1), ['drive/1'])
  assert.deepEqual(await read('drive/1', 1), ['drive/2'])
  assert.deepEqual(await read('~', 1), [])
})

test('work that several people made leaves with their agreement by record, and on request with what each submitted', async () => {
  const consensus = { annotators: 2, agreement: 0.2 }
  const shared = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d', { consensus }) })
  const other = shared.api.with(
    (await stage.admin.post<KeyCreated>(shared.path('/keys'), { name: 'other', scopes: ['annotate'] })).key,
  )
  const image_url = stage.files.put('/shared.png', await pngOf(40, 30))
  const jobId = await shared.submit({ reference_id: 'night', tag: 'boxes', data: { image_url } })
  await shared.reached(jobId, 'queued')
  await shared.submitResult(jobId, ONE_BOX)
  const [wide] = ONE_BOX.annotations.rectangles
  const half = { ...wide, coordinates: corners(0.1, 0.2, 0.4, 0.38) }
  await other.post(shared.path(`/jobs/${jobId}/result`), { data: { annotations: { rectangles: [half] } } })
  await shared.reached(jobId, 'completed')
  const entriesOf = async (body: object) => {
    const { url, losses } = await done(body, shared)
    assert.deepEqual(losses, [])
    return unpacked(await stage.admin.with(null).call('GET', url ?? ''))
  }
  const plain = await entriesOf({ format: 'fiducial' })
  const full = await entriesOf({ format: 'fiducial', options: { candidates: true } })
  const added = [...full.keys()].filter((name) => !plain.has(name))
  assert.deepEqual(added, ['candidates/A/results/night.json', 'candidates/B/results/night.json'])
  assert.deepEqual(json(full, 'manifest.json').jobs[0].files, ['results/night.json'])
  const bottoms = added.map((name) => json(full, name).data.annotations.rectangles[0].coordinates[2].y)
  assert.deepEqual(bottoms, [0.5, 0.38])
  // The medoid is the first; the second has three fifths of it.
  const near = (agreement: number) => Math.abs(agreement - (1 + 0.6) / 2) < 1e-9
  const result = json(plain, 'results/night.json')
  assert.ok(near(result.data.annotations.rectangles[0].agreement))
  assert.equal(result.data.review, undefined, 'no one reviewed it')
  const [row] = (await entriesOf({ format: 'jsonl' })).get('records.jsonl')?.toString().trim().split('\n') ?? []
  assert.ok(near(JSON.parse(row).agreement))
  const coco = await entriesOf({ format: 'coco', options: { candidates: true } })
  const heights = ['', 'candidates/A/', 'candidates/B/'].map(
    (folder) => json(coco, `${folder}annotations/instances_default.json`).annotations[0].bbox[3] / 30,
  )
  assert.ok(Math.abs(heights[0] - 0.3) < 1e-6 && heights[0] === heights[1], `${heights}`)
  assert.ok(Math.abs(heights[2] - 0.18) < 1e-6, `${heights}`)
  const holding = { format: 'imagefolder', files: 'include', options: { candidates: true } }
  assert.equal((await shared.api.call('POST', shared.path('/exports'), { body: holding })).status, 400)
  const wrong = { format: 'fiducial', options: { candidates: 1 } }
  assert.equal((await shared.api.call('POST', shared.path('/exports'), { body: wrong })).status, 400)

  // They are no results of their own when the archive is read.
  const { url } = await done({ format: 'fiducial', options: { candidates: true } }, shared)
  const archive = (await stage.admin.with(null).call('GET', url ?? '')).bytes
  const copy = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const path = copy.path('/imports?format=fiducial&tag=boxes&into=jobs')
  const sent = await copy.api.call('POST', path, { body: archive, headers: { 'content-type': 'application/zip' } })
  const { import_id } = dataOf<{ import_id: string }>(sent)
  const read = await until(async () => {
    const shown = await copy.api.get<{ status: string; matched: number; failures: object[] }>(
      copy.path(`/imports/${import_id}`),
    )
    return shown.status === 'completed' || shown.status === 'failed' ? shown : null
  })
  assert.deepEqual([read.status, read.matched, read.failures], ['completed', 1, []])
})
