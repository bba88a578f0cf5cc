import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../street/random.ts'
import { makeStreet } from '../street/street.ts'
import { cuboidSubmission } from '../street/submission.ts'
import { draggedObject } from './draggedObject.ts'

const street = makeStreet({ frames: 2, beams: 8, azimuthStepDeg: 2 })
const asked = (frame_id: string, x: number, y: number) =>
  draggedObject(
    cuboidSubmission(street),
    { frame_id, gesture: { from: { x: x - 2, y }, to: { x: x + 2, y } } },
    createRandom(1),
  )

test('the model of the demo finds the cuboid under a drag, and nothing where there is none', () => {
  const [, { frameId, truth }] = street.frames
  const { cuboid } = truth.find(({ label }) => label === 'car')!
  const { x, y } = cuboid.position
  const found = asked(frameId, x, y) as { cuboid: typeof cuboid; score: number }
  assert.deepEqual([found.cuboid.dimensions, found.score], [cuboid.dimensions, 0.9])
  const off = Math.hypot(found.cuboid.position.x - x, found.cuboid.position.y - y)
  assert.ok(off > 0 && off < 1, `${off} m off`)
  assert.deepEqual(asked(frameId, x + 500, y), { cuboid: null, score: null })
})
