import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMAGE_VIEW } from '../document.ts'
import { withShape } from '../edit.ts'
import type { Rectangle } from '../shape.ts'
import { cameraTrack } from '../testTracks.ts'
import { nextSetFrame, withFoundShapes } from './foundShapes.ts'
import { keysOf, withKeys } from './paths.ts'

const box = (left: number): Rectangle => ({ type: 'rectangle', left, top: 0, right: left + 0.1, bottom: 0.1 })
const drawn = cameraTrack('car', 'class', IMAGE_VIEW, 2, box(0.2))
const track = withKeys(drawn, IMAGE_VIEW, withShape(keysOf(drawn, IMAGE_VIEW), 6, box(0.6), 'manual'))
const told = (keys: ReturnType<typeof keysOf>) =>
  keys.map((key) => `${key.frame} ${key.kind === 'out' ? 'out' : key.source}`)

test("shapes that a machine found become keyframes, and people's keyframes stay", () => {
  const found = [3, 4, 6].map((frame) => ({ frame, shape: box(0.9) }))
  const after = withFoundShapes(track, found, null)
  assert.deepEqual(told(keysOf(after)), ['2 manual', '3 machine', '4 machine', '6 manual'])
  assert.deepEqual(keysOf(after).at(-1), keysOf(track).at(-1))
})

test('an object that left the picture ends there, unless later frames have a finding', () => {
  assert.deepEqual(told(keysOf(withFoundShapes(track, [], 5))), ['2 manual', '6 manual'])
  const after = withFoundShapes(track, [{ frame: 7, shape: box(0.9) }], 8)
  assert.deepEqual(told(keysOf(after)), ['2 manual', '6 manual', '7 machine', '8 out'])
})

test('the nearest frame that a person set is known in both directions, past those of machines', () => {
  const followed = withFoundShapes(track, [{ frame: 4, shape: box(0.4) }], null)
  assert.equal(nextSetFrame(followed, 2, 1), 6)
  assert.equal(nextSetFrame(followed, 5, -1), 2)
  assert.equal(nextSetFrame(followed, 6, 1), null)
})
