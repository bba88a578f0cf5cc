import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import type { AttributeValue } from '../attribute.ts'
import type { Key, ShapeKey } from './document.ts'
import { attributeSteps, attributesAt, explicitKeys, frameSpan, withKey, withoutKey } from './shapePath.ts'

const key = (frame: number, shape = 's'): ShapeKey<string> => ({
  kind: 'shape',
  frame,
  id: null,
  keyFrame: true,
  source: 'manual',
  hidden: false,
  linked: false,
  shape,
})
const out = (frame: number): Key<string> => ({ kind: 'out', frame })

test('records given frame by frame are shown in those frames only', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(11)), (frames) => {
      const keys = explicitKeys(
        frames.map((frame) => key(frame)),
        12,
      )
      const isShown = (frame: number) => keys.findLast((k) => k.frame <= frame)?.kind === 'shape'
      const shown = Array.from({ length: 12 }, (_, frame) => frame).filter(isShown)
      assert.deepEqual(
        shown,
        frames.toSorted((a, b) => a - b),
      )
    }),
  )
})

test('attributes given frame by frame come back as they were', () => {
  const values = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.oneof(fc.boolean(), fc.subarray(['x', 'y'])))
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 9 }), (frames) => {
      const maps = frames.map((given) => new Map<string, AttributeValue>(Object.entries(given)))
      const steps = attributeSteps(maps.map((map, frame) => ({ frame, values: map })))
      maps.forEach((map, frame) => {
        assert.deepEqual(new Map([...attributesAt(steps, frame)].sort()), new Map([...map].sort()))
      })
    }),
  )
})

test('an attribute holds on from its last step until it is taken away', () => {
  const steps = new Map([
    [
      'a',
      [
        { frame: 2, value: 1 },
        { frame: 5, value: null },
      ],
    ],
  ])
  assert.deepEqual(
    [0, 2, 4, 5, 9].map((frame) => attributesAt(steps, frame).get('a')),
    [undefined, 1, 1, undefined, undefined],
  )
})

test('keys stay in order, one a frame', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), (frames) => {
      const keys = frames.reduce<Key<string>[]>((made, frame, i) => withKey(made, key(frame, `${i}`)), [])
      assert.deepEqual(
        keys.map((k) => k.frame),
        [...new Set(frames)].sort((a, b) => a - b),
      )
      for (const made of keys) assert.ok(made.kind === 'shape' && made.shape === `${frames.lastIndexOf(made.frame)}`)
    }),
  )
})

test('taking a key away leaves the others', () => {
  assert.deepEqual(withoutKey([key(1), out(3), key(4)], 3), [key(1), key(4)])
})

test('a track lasts from its first keyframe to its end, or to the end of the sequence', () => {
  const path = (keys: Key<string>[]) => ({ keys, attributes: new Map() })
  assert.deepEqual(frameSpan(path([key(2), out(5)]), 10), { first: 2, last: 4 })
  assert.deepEqual(frameSpan(path([key(2), out(5), key(7)]), 10), { first: 2, last: 9 })
  assert.equal(frameSpan(path([out(5)]), 10), null)
})
