import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { BOX_TAG, type BoxScene, boxScenes, IMAGE, OPTICAL } from '../../../test/interchange/hardBoxes.ts'
import { CUBOID_TAG, hardScenes, LINKED_TAG } from '../../../test/interchange/hardScenes.ts'
import { assertRoundTrip, exported, textOf } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { applyInversePose, type Pose } from '../../geometry/pose.ts'
import { multiplyQuaternions, rotate, unrotate } from '../../geometry/quaternion.ts'
import { ExportError } from '../core/format.ts'
import { superviselyPointcloud } from '../supervisely/manifest.ts'
import { kittiObject, kittiTracking } from './manifest.ts'

interface Line {
  type: string
  truncated: number
  bbox: number[]
  size: number[]
  location: number[]
  rotationY: number
  alpha: number
}

function lineOf(text: string): Line {
  const [type, ...rest] = text.split(' ')
  const n = rest.map(Number)
  assert.equal(n.length, 14)
  const [truncated, , alpha] = n
  return {
    type,
    truncated,
    alpha,
    bbox: n.slice(3, 7),
    size: n.slice(7, 10),
    location: n.slice(10, 13),
    rotationY: n[13],
  }
}

const cuboidsOf = ({ job }: BoxScene) =>
  (
    job.data as {
      annotation_data: {
        annotations: {
          frame_id: string
          position: Pose['position']
          heading: Pose['heading']
          dimensions: { length: number; width: number; height: number }
        }[]
      }
    }
  ).annotation_data.annotations

test('kitti_object: boxes read as KITTI means them are where they were, or counted as lost', async () => {
  await fc.assert(
    fc.asyncProperty(boxScenes(0), async (scene) => {
      const out = await exported(kittiObject, setOf({ tag: BOX_TAG, jobs: [scene.job] }))
      const commonFromCamera = {
        position: scene.ego.position,
        heading: multiplyQuaternions(scene.ego.heading, OPTICAL),
      }
      let written = 0
      for (const [index, frame] of scene.job.frames.entries()) {
        const lines = textOf(out, `training/label_2/${String(index).padStart(6, '0')}.txt`)
          .split('\n')
          .filter(Boolean)
        const truths = cuboidsOf(scene).filter(({ frame_id }) => frame_id === frame.frameId)
        written += lines.length
        for (const line of lines.map(lineOf)) {
          const [h, w, l] = line.size
          const centre = { x: line.location[0], y: line.location[1] - h / 2, z: line.location[2] }
          const truth = truths.find(
            ({ position, dimensions: { length, width, height } }) =>
              near(applyInversePose(commonFromCamera, position), centre, 2e-4) &&
              Math.hypot(l - length, w - width, h - height) < 1e-3,
          )
          assert.ok(truth, 'no such box is there')
          const forward = unrotate(commonFromCamera.heading, rotate(truth.heading, { x: 1, y: 0, z: 0 }))
          const told = { x: Math.cos(line.rotationY), y: 0, z: -Math.sin(line.rotationY) }
          assert.ok(near(forward, told, 1e-4), 'it points elsewhere')
          const [left, top, right, bottom] = line.bbox
          assert.ok(left >= 0 && top >= 0 && right <= IMAGE.widthPx - 1 && bottom <= IMAGE.heightPx - 1)
          assert.ok(left <= right && top <= bottom && line.truncated >= 0 && line.truncated <= 1)
        }
      }
      const lost = out.losses.find(({ kind }) => kind === 'outside_view_dropped')?.count ?? 0
      assert.equal(written + lost, cuboidsOf(scene).length)
      assert.equal(
        out.losses.some(({ kind }) => kind === 'tilt_dropped'),
        false,
      )
    }),
    { numRuns: 40 },
  )
})

const near = (a: Pose['position'], b: Pose['position'], tolerance: number) =>
  Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) < tolerance

test('kitti_object: boxes that lean are counted, class names are one word', async () => {
  const scenes = fc.sample(boxScenes(0.3), { numRuns: 30, seed: 5 })
  const jobs = scenes.map(({ job }, i) => ({ ...job, referenceId: `drive-${i}` }))
  const out = await exported(kittiObject, setOf({ tag: BOX_TAG, jobs }))
  assert.ok((out.losses.find(({ kind }) => kind === 'tilt_dropped')?.count ?? 0) > 0)
  const { classes } = JSON.parse(textOf(out, 'manifest.json'))
  assert.equal(classes[1].written_as, 'police_car')
})

test('formats of one cloud a frame count the clouds of further lidars when files are included', async () => {
  const [{ job }] = fc.sample(boxScenes(0), { numRuns: 1, seed: 1 })
  const [lidar] = (job.sensors ?? []).filter(({ modality }) => modality === 'lidar')
  const frames = job.frames.map((frame) => {
    const [cloud] = frame.files.filter(({ kind }) => kind === 'cloud')
    return { ...frame, files: [...frame.files, { ...cloud, sensorId: 'second' }] }
  })
  const sensors = [...(job.sensors ?? []), { ...lidar, id: 'second', primaryView: false }]
  for (const format of [kittiObject, kittiTracking, superviselyPointcloud]) {
    for (const includeFiles of [true, false]) {
      const { losses } = await exported(
        format,
        setOf({ tag: BOX_TAG, jobs: [{ ...job, frames, sensors }], includeFiles }),
      )
      const dropped = losses.find(({ kind }) => kind === 'cloud_dropped')?.count ?? 0
      assert.equal(dropped, includeFiles ? frames.length : 0, format.format)
    }
  }
})

test('kitti_object: without any calibrated camera it fails and says why', async () => {
  const [{ job }] = fc.sample(boxScenes(0), { numRuns: 1, seed: 1 })
  const blind = { ...job, sensors: job.sensors?.filter(({ modality }) => modality === 'lidar') }
  await assert.rejects(
    exported(kittiObject, setOf({ tag: BOX_TAG, jobs: [blind] })),
    (error) => error instanceof ExportError && error.code === 'NO_CALIBRATED_CAMERA',
  )
  assert.equal((await exported(kittiObject, setOf({ tag: BOX_TAG, jobs: [] }))).losses.length, 0)
})

test('kitti_object: an export that is imported and exported again is the same', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes({ lean: 0 }), (job) => assertRoundTrip(kittiObject, { tag: CUBOID_TAG, jobs: [job] })),
    { numRuns: 8 },
  )
  await fc.assert(
    fc.asyncProperty(hardScenes({ lean: 0, isLinked: true }), (job) =>
      assertRoundTrip(kittiObject, { tag: LINKED_TAG, jobs: [job, { ...job, referenceId: 'drive/2' }] }),
    ),
    { numRuns: 8 },
  )
})

test('kitti_object: two classes that would be written alike stay two', async () => {
  const out = await exported(kittiObject, setOf({ tag: CUBOID_TAG, jobs: [] }))
  const { classes } = JSON.parse(textOf(out, 'manifest.json'))
  assert.deepEqual(
    classes.map(({ name, written_as }: { name: string; written_as?: string }) => written_as ?? name),
    ['car', 'police_car_2', 'police_car', '行人'],
  )
})
