import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KeyCreated } from '../../src/client/types/admin.ts'
import { FORMATS } from '../../src/interchange/formats.ts'
import type { Api } from '../support/apiClient.ts'
import { queuedCloud, queuedDrive, queuedImage, queuedVideo } from '../support/office.ts'
import { corners, HERE, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { exportedEntries } from './exportedEntries.ts'

let stage: Stage
let tenant: Tenant
let other: Api

before(async () => {
  stage = await setStage()
  const checks = { consensus: { annotators: 2, agreement: 0 } }
  tenant = await Tenant.create(
    stage.admin,
    {},
    {
      images: tagOf('image2d', checks),
      videos: tagOf('video2d', checks),
      drives: tagOf('cuboid3d_linked2d', checks),
      points: tagOf('segmentation3d', checks),
    },
  )
  const { key } = await stage.admin.post<KeyCreated>(tenant.path('/keys'), { name: 'other', scopes: ['annotate'] })
  other = tenant.api.with(key)
  await annotateAll()
})
after(() => stage.clear())

/** Two keys annotate the job: what the first hands in becomes the result. */
async function annotated(jobId: string, made: (shift: number) => object): Promise<void> {
  await tenant.submitResult(jobId, made(0))
  await other.post(tenant.path(`/jobs/${jobId}/result`), { data: made(0.1) })
  await tenant.reached(jobId, 'completed')
}

async function annotateAll(): Promise<void> {
  const box = (left: number) => ({ type: 'rectangle', label: 'car', coordinates: corners(left, 0.2, left + 0.5, 0.6) })
  // Each shape has a format that takes no other.
  const shaped = (left: number, more: object = {}) => {
    const [p1, p2, p3, p4] = corners(left, 0.2, left + 0.5, 0.6)
    return { label: 'car', points: { p1, p2, p3, p4 }, ...more }
  }
  const edges = { e1: ['p1', 'p2'], e2: ['p2', 'p3'], e3: ['p3', 'p4'], e4: ['p4', 'p1'] }
  await annotated(await queuedImage(stage, tenant, 'images'), (shift) => ({
    annotations: {
      rectangles: [box(0.1 + shift)],
      polygons: [shaped(0.1 + shift, { edges })],
      landmarks: [shaped(0.1 + shift)],
    },
  }))
  await annotated(await queuedVideo(stage, tenant, 'videos'), (shift) => ({
    annotation_data: {
      annotations: [{ type: 'rectangle', label: 'car', frames: { 0: box(0.1 + shift), 1: box(0.2 + shift) } }],
    },
  }))
  await annotated(await queuedDrive(stage, tenant, 'drives'), (shift) => ({
    annotation_data: {
      annotations: ['0', '1'].map((frame_id) => ({
        type: 'cuboid',
        track_id: 't',
        frame_id,
        label: 'car',
        heading: HERE.heading,
        position: { x: 8 + shift, y: 0, z: 0 },
        dimensions: { length: 4, width: 2, height: 2 },
      })),
    },
  }))
  await annotated(await queuedCloud(stage, tenant, 'points', 3), (shift) => ({
    legend: [
      { value: 'car#1', label_key: 1 },
      { value: 'ground', label_key: 2 },
    ],
    labels: [1, shift === 0 ? 1 : 2, 2],
  }))
}

/** Beside the annotations they say what became of the job. */
const SAY_MORE = ['fiducial', 'jsonl', 'parquet']
const OF_ARCHIVE = ['manifest.json', 'losses.json']

for (const { format, write, files } of FORMATS) {
  if (!write || files === 'required') continue
  test(`${format}: each annotator's submission is next to the result, in the same tree`, async () => {
    const entries = await exportedEntries(tenant, { format, options: { candidates: true } })
    const under = (folder: string) =>
      new Map(
        [...entries].flatMap(([name, text]) => (name.startsWith(folder) ? [[name.slice(folder.length), text]] : [])),
      )
    const [a, b] = [under('candidates/A/'), under('candidates/B/')]
    const result = new Map(
      [...entries].filter(([name]) => !name.startsWith('candidates/') && !OF_ARCHIVE.includes(name)),
    )
    assert.deepEqual([...a.keys()], [...result.keys()])
    assert.deepEqual([...b.keys()], [...result.keys()])
    if (!SAY_MORE.includes(format)) assert.deepEqual(a, result)
    assert.notDeepEqual(a, b)
  })
}
