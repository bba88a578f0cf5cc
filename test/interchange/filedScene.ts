import assert from 'node:assert/strict'
import sharp from 'sharp'
import { identityPose } from '../../src/geometry/pose.ts'
import { writePcd } from '../../src/pcd/pcdWriter.ts'
import fc from '../laws.ts'
import type { GivenJob } from './exportJob.ts'
import { hardScenes } from './hardScenes.ts'

/** Attributes left out: data sets do not say of what type theirs are. */
export const withoutValues = (job: GivenJob): GivenJob => ({
  ...job,
  data: JSON.parse(
    JSON.stringify(job.data, (key, value) =>
      key === 'attributes' ? {} : ['job_attributes', 'frame_attributes'].includes(key) ? undefined : value,
    ),
  ),
})

export const bytesOf = (bytes: Uint8Array) => async () =>
  (async function* () {
    yield bytes
  })()

/** A scene with files, times and lenses that every format can say. */
export const IMAGE_SIZE = { width: 1200, height: 400 }

export async function filedScene(isLinked: boolean): Promise<GivenJob> {
  const scenes = fc.sample(hardScenes({ lean: 0, isLinked }), { numRuns: 40, seed: 5 })
  const found = scenes.find(
    ({ frames, data }) => frames.length > 2 && JSON.stringify(data).split('"cuboid"').length > 4,
  )
  assert.ok(found)
  const image = await sharp({ create: { ...IMAGE_SIZE, channels: 3, background: '#446688' } })
    .png()
    .toBuffer()
  const positions = Float32Array.from({ length: 30 }, (_, i) => i / 3)
  const cloud = writePcd({ positions, intensity: new Float32Array(10) }, 'binary')
  const kept = new Set(['lidar', 'front'])
  const frames = found.frames.map((frame, index) => ({
    ...frame,
    timestampNs: BigInt(index) * 100_000_000n,
    worldFromEgo: frame.worldFromEgo ?? identityPose,
    files: frame.files
      .filter(({ sensorId }) => kept.has(sensorId))
      .map((file) => ({ ...file, open: bytesOf(file.kind === 'cloud' ? cloud : image) })),
  }))
  return withoutValues({ ...found, frames, sensors: found.sensors?.filter(({ id }) => kept.has(id)) })
}
