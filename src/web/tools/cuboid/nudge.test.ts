import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cuboid } from '../../../geometry/cuboid.ts'
import { identityQuaternion } from '../../../geometry/quaternion.ts'
import { english } from '../../messages/en/english.ts'
import { makeTranslator } from '../../messages/translator.ts'
import { framesInWords } from './framesInWords.ts'
import { nudged } from './nudge.ts'
import { withSideSnapped } from './snapSide.ts'

const t = makeTranslator('en', english)

const box = (x: number, length = 4): Cuboid => ({
  position: { x, y: 0, z: 1 },
  heading: identityQuaternion,
  dimensions: { length, width: 2, height: 1.5 },
})

test('a side snaps to the outermost point inside, an empty box stays', () => {
  const snapped = withSideSnapped(box(0), { axis: 'x', sign: 1 }, [1.2, 0, 1, 0.3, 0.4, 1, 5, 0, 1, Number.NaN, 0, 0])
  assert.ok(Math.abs(snapped.position.x + snapped.dimensions.length / 2 - 1.21) < 1e-9)
  assert.equal(snapped.position.x - snapped.dimensions.length / 2, -2)
  assert.deepEqual(withSideSnapped(box(0), { axis: 'x', sign: 1 }, [50, 0, 0]), box(0))
})

test('nudges go along the box, flips turn it round', () => {
  assert.ok(Math.abs(nudged(box(0), 'forward').position.x - 0.05) < 1e-12)
  const flipped = nudged(box(0), 'flip')
  assert.ok(Math.abs(nudged(flipped, 'forward').position.x + 0.05) < 1e-12)
  const turned = nudged(nudged(box(0), 'turnLeft', true), 'turnLeft', true)
  assert.ok(Math.abs(nudged(turned, 'forward').position.y - 0.05) < 1e-12)
})

test('frames are named as spans', () => {
  assert.equal(t.of(framesInWords([3])), 'frame 3')
  assert.equal(t.of(framesInWords([3, 4, 5, 7, 9, 10])), 'frames 3–5, 7, and 9–10')
})
