import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { FiducialClient } from '../src/client/fiducialClient.ts'
import type { JobRecord } from '../src/client/types/jobs.ts'
import { type DemoJob, demoJobs } from '../src/demo/catalogue.ts'
import { resultDocument } from './journey/checks.ts'
import { readAsciiPcd } from './journey/oracle.ts'
import { Api, until } from './support/apiClient.ts'
import { ServiceProcess } from './support/serviceProcess.ts'

interface Shown {
  label: string
  attributes?: object
  [key: string]: unknown
}
interface Truth {
  annotations: { rectangles: Shown[]; masks: Shown[] }
  annotation_data: { tracks: Shown[]; annotations: Shown[] }
  legend: { value: string; label_key: number }[]
  labels: number[]
}
interface Delivered extends Truth {
  legend: { text: string; value: string; label_key: number; point_count: number }[]
  url: string
}
interface Kept {
  port: number
  projects: Record<string, { project_id: string; api_key: string }>
}

let demo: ServiceProcess
/** What it printed from its (last) start to its last line. */
let said = ''
before(async () => {
  demo = await ServiceProcess.start({ command: 'demo' })
  said = await lastLine(0)
})
after(() => demo.remove())

function lastLine(from: number): Promise<string> {
  return until(async () => {
    assert.ok(demo.isRunning, demo.output)
    const text = demo.output.slice(from)
    return / arrived: .*\n/.test(text) && text
  })
}

const kept = () => JSON.parse(readFileSync(join(demo.dataDir, 'demo', 'demo.json'), 'utf8')) as Kept
const jobs = demoJobs('http://127.0.0.1/files/')
const byProgram = jobs.filter((job) => job.byProgram && job.project !== 'review')

async function recordOf(job: DemoJob): Promise<JobRecord> {
  const { project_id: projectId, api_key: apiKey } = kept().projects[job.project]
  const client = new FiducialClient({ baseUrl: demo.baseUrl, apiKey, projectId })
  return client.jobs.findByReference(job.job.body.reference_id)
}

async function deliveredOf(job: DemoJob): Promise<{ type: string; data: Delivered; truth: Truth }> {
  const { type, data } = await resultDocument(new Api(demo.baseUrl, null), await recordOf(job))
  return { type, data: data as unknown as Delivered, truth: job.truth() as unknown as Truth }
}

const named = (kind: string): DemoJob => byProgram.find((job) => job.kind === kind)!

/** The records with those keys alone, in an order that depends on nothing else. */
const only = (records: readonly Shown[], keys: readonly string[]) =>
  records.map((record) => JSON.stringify(keys.map((key) => record[key]))).sort()

/** Callbacks as the inbox shows them: job → verified. */
async function inboxRows(): Promise<[string, string][]> {
  const address = /received at +(http:\S+\/inbox)/.exec(said)?.[1] ?? ''
  const page = await (await fetch(address)).text()
  return [...page.matchAll(/data-job="([^"]*)" data-verified="([^"]*)"/g)].map((row) => [row[1], row[2]])
}

async function checkInbox(): Promise<void> {
  const completed = await Promise.all(byProgram.map(async (job) => (await recordOf(job)).job_id))
  assert.deepEqual((await inboxRows()).sort(), completed.map((jobId) => [jobId, 'yes']).sort())
}

test('it ends by saying that everything arrived, of every operation', () => {
  assert.match(said, /\nEverything arrived: 6 jobs completed, 6 callbacks verified; 11 jobs wait for annotators, 1 for/)
  assert.deepEqual([...new Set(byProgram.map(({ job }) => job.operation))].sort(), [
    'cuboid3d',
    'cuboid3d_linked2d',
    'image2d',
    'segmentation3d',
    'video2d',
  ])
})

test('one job of every kind is completed and another waits for people; a reviewed one waits for a reviewer', async () => {
  for (const job of jobs) {
    const expected = job.project === 'review' && job.byProgram ? 'in_review' : job.byProgram ? 'completed' : 'queued'
    const { stage, warnings } = await recordOf(job)
    assert.deepEqual([job.job.body.reference_id, stage, warnings], [job.job.body.reference_id, expected, []])
  }
})

test('the image comes back as the truth: rectangles and masks with their attributes', async () => {
  const { data, truth } = await deliveredOf(named('image'))
  const { rectangles, masks } = data.annotations
  assert.ok(rectangles.length > 5)
  const ofRectangle = ['label', 'attributes', 'coordinates']
  assert.deepEqual(only(rectangles, ofRectangle), only(truth.annotations.rectangles, ofRectangle))
  const ofMask = ['label', 'attributes', 'counts']
  assert.deepEqual(only(masks, ofMask), only(truth.annotations.masks, ofMask))
})

test('the video comes back with every track in every frame', async () => {
  const { data, truth } = await deliveredOf(named('video'))
  const summary = (tracks: Shown[]) =>
    tracks.map((track) => [track.track_id, track.label, Object.keys(track.frames as object).sort()]).sort()
  assert.ok(truth.annotation_data.annotations.length > 5)
  assert.deepEqual(summary(data.annotation_data.annotations), summary(truth.annotation_data.annotations))
})

for (const kind of ['lidar and cameras', 'linked boxes', 'lidar alone']) {
  test(`${kind}: every cuboid returns where it was, with points in it`, async () => {
    const { data, truth } = await deliveredOf(named(kind))
    const records = data.annotation_data.annotations
    const keys = ['type', 'track_id', 'frame_id', 'sensor_id', 'label', 'linked_id']
    assert.deepEqual(only(records, keys), only(truth.annotation_data.annotations, keys))
    const cuboids = records.filter((record) => record.type === 'cuboid')
    assert.ok(cuboids.length > 50)
    for (const cuboid of cuboids) assert.ok(Number(cuboid.point_count) > 0, JSON.stringify(cuboid))
    const place = ['_id', 'position', 'dimensions']
    const trueCuboids = truth.annotation_data.annotations.filter((record) => record.type === 'cuboid')
    assert.deepEqual(only(cuboids, place), only(trueCuboids, place))
    // What follows what comes back, and of no other objects.
    const related = (tracks: Shown[]) =>
      only(
        tracks.filter(({ relations }) => Array.isArray(relations) && relations.length > 0),
        ['track_id', 'relations'],
      )
    assert.ok(related(truth.annotation_data.tracks).length > 1)
    assert.deepEqual(related(data.annotation_data.tracks), related(truth.annotation_data.tracks))
  })
}

test('the segmentation comes back with every point under its class or instance', async () => {
  const { data, truth } = await deliveredOf(named('segmentation'))
  const { bytes } = await new Api(demo.baseUrl, null).call('GET', data.url)
  const keys = readAsciiPcd(bytes).lines.map((line) => Number(line.split(' ')[3]))
  assert.deepEqual(keys, truth.labels)
  const counted = truth.legend.map(({ value, label_key }) => [value, keys.filter((key) => key === label_key).length])
  assert.deepEqual(data.legend.map((entry) => [entry.value, entry.point_count]).sort(), counted.sort())
})

test('the model of the demo suggests objects of every kind but points, and every answer is taken', async () => {
  for (const project of ['images', 'review', 'video', 'fusion']) {
    const { project_id: projectId, api_key: apiKey } = kept().projects[project]
    const client = new FiducialClient({ baseUrl: demo.baseUrl, apiKey, projectId })
    const expected = jobs.filter((job) => job.project === project).length
    // On a machine that is busy, it may have been too slow when it was last asked what it is; it is asked again.
    const [model] = await until(async () => {
      const all = await client.assistants.list()
      return all[0].calls - all[0].errors >= expected && all[0].state === 'ok' ? all : null
    })
    assert.ok(model.suggested > 5, `${project}: ${model.suggested}`)
  }
  // On such a machine a call may also end too late and be made again; what is answered is always taken.
  const { bytes } = await new Api(demo.baseUrl, demo.adminKey).call('GET', '/metrics')
  assert.match(bytes.toString(), /assistant_calls_total\{[^}]*outcome="ok"/)
  assert.doesNotMatch(bytes.toString(), /outcome="invalid_answer"/)
})

test('the inbox shows exactly one verified callback for each completed job', checkInbox)

test('started again on the same folder it finds everything, makes nothing twice, and stops with exit code 0', async () => {
  const before = kept()
  const from = demo.output.length
  assert.equal(await demo.stop(), 0, demo.output)
  await demo.start()
  said = await lastLine(from)
  assert.match(said, /\nEverything arrived: 6 jobs completed, 6 callbacks verified; 11 jobs wait for annotators, 1 for/)
  assert.deepEqual(kept(), before)
  const { projects } = await new Api(demo.baseUrl, demo.adminKey).get<{ projects: object[] }>('/v1/projects')
  assert.equal(projects.length, Object.keys(before.projects).length)
  await checkInbox()
  assert.equal(await demo.stop(), 0, demo.output)
})
