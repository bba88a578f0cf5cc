import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { CUBOID_TAG, hardScenes, LINKED_TAG } from '../../../test/interchange/hardScenes.ts'
import { VIDEO_TAG, videoJobs } from '../../../test/interchange/hardVideos.ts'
import { assertRoundTrip, exported, textOf } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { kittiTracking } from './manifest.ts'
import { oxtsLines } from './oxts.ts'

test('kitti_tracking: frames and tracks of every line are in order, an object keeps its number', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes(), async (job) => {
      const out = await exported(kittiTracking, setOf({ tag: CUBOID_TAG, jobs: [job] }))
      const name = [...out.entries.keys()].find((entry) => entry.startsWith('label_02/')) ?? ''
      const lines = textOf(out, name).split('\n').filter(Boolean)
      const rows = lines.map((line) => line.split(' '))
      const keys = rows.map(([frame, track]) => 1000 * Number(frame) + Number(track))
      assert.deepEqual(
        keys,
        [...new Set(keys)].sort((a, b) => a - b),
      )
      for (const row of rows) assert.equal(row.length, 17)
      const types = Map.groupBy(rows, ([, track]) => track)
      for (const ofTrack of types.values()) assert.equal(new Set(ofTrack.map(([, , type]) => type)).size, 1)
    }),
    { numRuns: 8 },
  )
})

/** As pykitti and KITTI's own kit turn latitude and longitude into metres. */
function metresOf(line: string): { x: number; y: number; z: number } {
  const [latitude, longitude, z] = line.split(' ').map(Number)
  const radius = 6_378_137
  return {
    x: (longitude * Math.PI * radius) / 180,
    y: radius * Math.log(Math.tan(((90 + latitude) * Math.PI) / 360)),
    z,
  }
}

test('kitti_tracking: the way of the vehicle comes out of oxts as readers work it out', () => {
  const heading = { w: 1, x: 0, y: 0, z: 0 }
  const way = [
    { position: { x: 691_000.5, y: 5_335_000.25, z: 500 }, heading },
    { position: { x: 691_150.5, y: 5_335_080.25, z: 501.5 }, heading },
  ]
  const [first, second] = oxtsLines(way).split('\n').map(metresOf)
  assert.ok(Math.hypot(second.x - first.x - 150, second.y - first.y - 80, second.z - first.z - 1.5) < 1e-4)
})

test('kitti_tracking: an export that is imported and exported again is the same, of cuboids and of videos', async () => {
  await fc.assert(
    fc.asyncProperty(hardScenes({ lean: 0, isLinked: true }), (job) =>
      assertRoundTrip(kittiTracking, { tag: LINKED_TAG, jobs: [job] }),
    ),
    { numRuns: 8 },
  )
  await fc.assert(
    fc.asyncProperty(videoJobs, (jobs) => assertRoundTrip(kittiTracking, { tag: VIDEO_TAG, jobs })),
    { numRuns: 15, endOnFailure: true },
  )
})
