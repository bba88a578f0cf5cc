import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_INTRINSICS } from '../../src/geometry/intrinsics.ts'
import { identityPose, type Pose, relativePose } from '../../src/geometry/pose.ts'
import type { Format } from '../../src/interchange/core/format.ts'
import { kittiObject, kittiTracking } from '../../src/interchange/kitti/manifest.ts'
import { kittiObjectLayout } from '../../src/interchange/layouts/kittiObject/kittiObject.ts'
import { kittiTrackingLayout } from '../../src/interchange/layouts/kittiTracking/kittiTracking.ts'
import type { Layout, PlannedFrame } from '../../src/interchange/layouts/layout.ts'
import { nuscenesLayout } from '../../src/interchange/layouts/nuscenes/nuscenes.ts'
import { nuscenes } from '../../src/interchange/nuscenes/manifest.ts'
import { type GivenJob, setOf } from './exportJob.ts'
import { filedScene } from './filedScene.ts'
import { CUBOID_TAG } from './hardScenes.ts'
import { memorySource, pathOf, planned } from './layouts.ts'
import { assertNear, matrixOf } from './rawDrive.ts'
import { exported } from './roundTrip.ts'

/** A job as its export comes back by a layout: its frames with the pose of each sensor from the lidar. */
async function returned(format: Format, layout: Layout, job: GivenJob) {
  const out = await exported(format, setOf({ tag: CUBOID_TAG, jobs: [job], includeFiles: true }))
  const source = memorySource(Object.fromEntries(out.entries))
  assert.notEqual(await layout.detect(source), null)
  const { sequences, failures, error } = await planned(layout, source, 'cuboid3d', { annotations: true })
  assert.deepEqual([failures, error], [[], null])
  for (const { file } of sequences.flatMap(({ frames }) => frames.flatMap(({ files }) => files)))
    if (file.kind === 'source') assert.ok(out.entries.has(pathOf(file)))
  return { sequences, frames: sequences.flatMap(({ frames }) => frames) }
}

const fromLidar = (frame: { files: readonly { commonFromSensor: Pose | null }[] }, at: number): number[] => {
  const [lidar] = frame.files
  return matrixOf(
    relativePose(lidar.commonFromSensor ?? identityPose, frame.files[at].commonFromSensor ?? identityPose),
  )
}

/** Each frame's picture from the lidar, and the vehicle from where it began. */
function assertSamePlaces(job: GivenJob, frames: readonly PlannedFrame[], within: number) {
  assert.equal(frames.length, job.frames.length)
  for (const [index, frame] of frames.entries()) {
    const sent = job.frames[index]
    assert.equal(frame.files.length, sent.files.length)
    for (const at of sent.files.keys())
      assertNear(fromLidar(frame, at), fromLidar(sent, at), within, `sensor ${at} of frame ${index}`)
    const moved = (of: { worldFromEgo: Pose | null }, first: { worldFromEgo: Pose | null }) =>
      matrixOf(relativePose(first.worldFromEgo ?? identityPose, of.worldFromEgo ?? identityPose))
    if (frame.worldFromEgo) assertNear(moved(frame, frames[0]), moved(sent, job.frames[0]), within, `vehicle ${index}`)
  }
}

interface Labels {
  annotation_data: { annotations: { frame_id: string }[] }
}

const FRONT = { fx: 0, fy: 0, cx: 0, cy: 0, skew: 0 }
const intrinsicsOf = ({ sensors }: GivenJob) => {
  const { fx, fy, cx, cy, skew } = sensors?.find(({ id }) => id === 'front')?.intrinsics ?? DEFAULT_INTRINSICS
  return { ...FRONT, fx, fy, cx, cy, skew }
}

test('an export in nuScenes comes back as a source with equal poses, lenses, times and labels', async () => {
  const job = await filedScene(false)
  const { sequences, frames } = await returned(nuscenes, nuscenesLayout, job)
  assertSamePlaces(job, frames, 1e-6)
  const { fx, fy, cx, cy, skew } = sequences[0].sensors[1].intrinsics ?? {}
  assert.deepEqual({ fx, fy, cx, cy, skew }, intrinsicsOf(job))
  assert.deepEqual(
    frames.map(({ timestampNs }) => timestampNs),
    job.frames.map(({ timestampNs }) => timestampNs),
  )
  const labels = await sequences[0].labels?.([...frames.keys()], CUBOID_TAG)
  assert.equal(JSON.stringify(labels).split('"cuboid"').length, cuboidsOf(job))
})

test('an export in KITTI tracking comes back as a source with equal poses and lenses', async () => {
  const job = await filedScene(false)
  const { sequences, frames } = await returned(kittiTracking, kittiTrackingLayout, job)
  assertSamePlaces(job, frames, 1e-6)
  assert.deepEqual(sequences[0].sensors[1].intrinsics, intrinsicsOf(job))
  const frameIds = async (indices: number[]) => {
    const data = (await sequences[0].labels?.(indices, CUBOID_TAG)) as Labels
    return data.annotation_data.annotations.map(({ frame_id }) => frame_id)
  }
  const all = await frameIds([0, 1, 2])
  assert.ok(all.length > 2)
  assert.deepEqual(
    await frameIds([1]),
    all.filter((id) => id === frames[1].frameId),
  )
})

test('an export in KITTI object comes back as a job a frame with equal poses and lenses', async () => {
  const job = await filedScene(false)
  const { sequences, frames } = await returned(kittiObject, kittiObjectLayout, job)
  assert.equal(sequences.length, job.frames.length)
  assertSamePlaces(job, frames, 1e-6)
  for (const { sensors, isSingle, path } of sequences) {
    assert.equal(isSingle, true)
    assert.match(path, /^training\/velodyne\/\d{6}\.bin$/)
    assert.deepEqual(sensors[1].intrinsics, intrinsicsOf(job))
  }
})

const cuboidsOf = ({ data }: GivenJob): number => JSON.stringify(data).split('"cuboid"').length
