import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Orbit } from '../../view3d/orbit.ts'
import { followCamera, isInView } from './followCamera.ts'

const SIZE = { widthPx: 800, heightPx: 600 }
const at = (x: number, y = 0) => ({ x, y, z: 0 })
const views: Orbit[] = (['top', 'perspective'] as const).map((kind) => ({
  kind,
  target: at(0),
  distanceM: 20,
  yawRad: 0,
  pitchRad: 0.9,
}))

test('the view stays while the object is inside, and follows when it would leave', () => {
  for (const orbit of views) {
    assert.ok(isInView(orbit, SIZE, at(1)) && !isInView(orbit, SIZE, at(-60)))
    assert.equal(followCamera(orbit, SIZE, at(0), at(1)), orbit)
    const after = followCamera(orbit, SIZE, at(1, 1), at(-60, 5))
    assert.deepEqual(after.target, at(-61, 4))
    assert.ok(isInView(after, SIZE, at(-60, 5)))
    assert.equal(followCamera(orbit, SIZE, at(-60), at(-90)), orbit, 'the person was looking elsewhere')
    assert.equal(followCamera(orbit, SIZE, at(0), null), orbit)
  }
})
