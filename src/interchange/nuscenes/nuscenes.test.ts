import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { BOX_TAG, boxScenes } from '../../../test/interchange/hardBoxes.ts'
import { CUBOID_TAG, hardScenes } from '../../../test/interchange/hardScenes.ts'
import { assertRoundTrip, exported, textOf, type UnpackedExport } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { nuscenes } from './manifest.ts'

/** What the tests look at in rows of any table. */
interface Row {
  token: string
  sample_token: string
  ego_pose_token: string
  calibrated_sensor_token: string
  category_token: string
  first_annotation_token: string
  last_annotation_token: string
  next: string
  nbr_annotations: number
  channel: string
  translation: number[]
}

const table = (out: UnpackedExport, name: string): Row[] => JSON.parse(textOf(out, `v1.0-fiducial/${name}.json`))

test('nuscenes: every token leads somewhere, and lists run through first, next and last', async () => {
  await fc.assert(
    fc.asyncProperty(boxScenes(0.3), async ({ job }) => {
      const out = await exported(nuscenes, setOf({ tag: BOX_TAG, jobs: [job, { ...job, referenceId: 'drive/2' }] }))
      const [samples, data, annotations, instances] = ['sample', 'sample_data', 'sample_annotation', 'instance'].map(
        (name) => new Map(table(out, name).map((row) => [row.token, row])),
      )
      const tokensOf = (name: string) => new Set(table(out, name).map((row) => row.token))
      const [egoPoses, calibrations, categories] = ['ego_pose', 'calibrated_sensor', 'category'].map(tokensOf)
      for (const row of data.values()) {
        assert.ok(samples.has(row.sample_token) && egoPoses.has(row.ego_pose_token))
        assert.ok(calibrations.has(row.calibrated_sensor_token))
      }
      for (const instance of instances.values()) {
        assert.ok(categories.has(instance.category_token))
        const seen: string[] = []
        for (let at = instance.first_annotation_token; at !== ''; at = annotations.get(at)?.next ?? '') seen.push(at)
        assert.equal(seen.length, instance.nbr_annotations)
        assert.equal(seen.at(-1), instance.last_annotation_token)
      }
      const records = (
        job.data as { annotation_data: { annotations: { position: { x: number; y: number; z: number } }[] } }
      ).annotation_data.annotations
      assert.equal(annotations.size, 2 * records.length)
      const told = new Set([...annotations.values()].map(({ translation }) => JSON.stringify(translation)))
      for (const { position } of records) assert.ok(told.has(JSON.stringify([position.x, position.y, position.z])))
    }),
    { numRuns: 25 },
  )
})

test('nuscenes: a sensor that keeps its place on the vehicle is one calibration, in UTM coordinates too', async () => {
  const scenes = fc.sample(boxScenes(0), { numRuns: 20, seed: 7 })
  for (const { job } of scenes) {
    const out = await exported(nuscenes, setOf({ tag: BOX_TAG, jobs: [job] }))
    assert.equal(table(out, 'calibrated_sensor').length, 2)
    assert.deepEqual(
      table(out, 'sensor').map(({ channel }) => channel),
      ['LIDAR_TOP', 'CAM_FRONT'],
    )
  }
})

test('nuscenes: without ego poses and times the assumptions are counted', async () => {
  const [{ job }] = fc.sample(boxScenes(0), { numRuns: 1, seed: 3 })
  const frames = job.frames.map((frame) => ({ ...frame, worldFromEgo: null, timestampNs: null }))
  const out = await exported(nuscenes, setOf({ tag: BOX_TAG, jobs: [{ ...job, frames }] }))
  assert.deepEqual(
    out.losses.map(({ kind, count }) => [kind, count]),
    [
      ['ego_pose_assumed', frames.length],
      ['timestamp_assumed', frames.length],
    ],
  )
})

test('nuscenes: an export that is imported and exported again is the same', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes(), (job) =>
      assertRoundTrip(nuscenes, { tag: CUBOID_TAG, jobs: [job, { ...job, referenceId: 'drive/2' }] }),
    ),
    { numRuns: 8 },
  )
})
