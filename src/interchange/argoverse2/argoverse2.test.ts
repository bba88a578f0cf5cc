import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { CUBOID_TAG, hardScenes, LINKED_TAG } from '../../../test/interchange/hardScenes.ts'
import { readByPython } from '../../../test/interchange/python.ts'
import { assertRoundTrip, exported } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { applyPose, type Pose } from '../../geometry/pose.ts'
import { argoverse2 } from './manifest.ts'

test('argoverse2: an export that is imported and exported again is the same', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes(), (job) =>
      assertRoundTrip(argoverse2, { tag: CUBOID_TAG, jobs: [job, { ...job, referenceId: 'drive/2' }] }),
    ),
    { numRuns: 8 },
  )
})

test('argoverse2: the av2 package finds every cuboid where it was, with its time', async (t) => {
  const scenes = fc.sample(hardScenes({ isLinked: true }), { numRuns: 20, seed: 11 })
  const job = scenes.findLast(({ data }) => cuboidsOf(data).length > 0)
  assert.ok(job)
  const out = await exported(argoverse2, setOf({ tag: LINKED_TAG, jobs: [job] }))
  const read = await readByPython<{
    corners: number[][][]
    times: string[]
    poses: Record<string, number[]>
    names: string[]
  }>(
    t,
    ['av2'],
    out,
    `import glob, json
from pathlib import Path
from av2.structures.cuboid import CuboidList
from av2.utils.io import read_city_SE3_ego, read_ego_SE3_sensor
log = Path(glob.glob('*/annotations.feather')[0]).parent
cuboids = CuboidList.from_feather(log / 'annotations.feather')
ego = read_city_SE3_ego(log)
print(json.dumps({
  'corners': [ego[c.timestamp_ns].transform_from(c.vertices_m).tolist() for c in cuboids.cuboids],
  'times': [str(c.timestamp_ns) for c in cuboids.cuboids],
  'poses': {str(k): v.translation.tolist() for k, v in ego.items()},
  'names': sorted(read_ego_SE3_sensor(log)),
}))`,
  )
  if (!read) return
  const cuboids = cuboidsOf(job.data)
  assert.equal(read.corners.length, cuboids.length)
  assert.ok(cuboids.length > 0)
  assert.equal(Object.keys(read.poses).length, job.frames.length)
  assert.deepEqual(read.names, ['back_u_-490dca31', 'down_lidar', 'front', 'up_lidar'])
  for (const { position, heading, dimensions } of cuboids) {
    const front = applyPose(
      { position, heading },
      { x: dimensions.length / 2, y: dimensions.width / 2, z: dimensions.height / 2 },
    )
    const isThere = read.corners.some((corners) =>
      corners.some(([x, y, z]) => Math.hypot(x - front.x, y - front.y, z - front.z) < 1e-4),
    )
    assert.ok(isThere, 'a corner is elsewhere')
  }
})

type CuboidRecord = Pose & { type: string; dimensions: { length: number; width: number; height: number } }

const cuboidsOf = (data: object): CuboidRecord[] => {
  const { annotation_data } = data as { annotation_data: { annotations: CuboidRecord[] } }
  return annotation_data.annotations.filter(({ type }) => type === 'cuboid')
}
