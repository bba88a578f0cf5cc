import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import type { CuboidPath, Key, ShapeKey } from './document.ts'
import { emptyDocument } from './document.ts'
import { endedFrom, madeStationary, withAttribute, withoutTrack, withShape, withTrack } from './edit.ts'
import { cuboidAt } from './interpolate.ts'
import { attributesAt, explicitKeys } from './shapePath.ts'

const key = (frame: number, given: Partial<ShapeKey<string>> = {}): ShapeKey<string> => ({
  kind: 'shape',
  frame,
  id: `id-${frame}`,
  keyFrame: true,
  source: 'machine',
  hidden: false,
  linked: false,
  shape: 'old',
  ...given,
})
const out = (frame: number): Key<string> => ({ kind: 'out', frame })

test('a person’s keyframe replaces what a machine worked out around it, up to the next keyframes', () => {
  const derived = { keyFrame: false, source: 'interpolated' } as const
  const keys = [key(0), key(1, derived), key(2, derived), key(3, derived), key(4), key(5, derived)]
  const edited = withShape(keys, 2, 'new', 'manual')
  assert.deepEqual(edited, [key(0), key(2, { shape: 'new', source: 'manual' }), key(4), key(5, derived)])
})

test('the shape that is put is the one shown, in order, with one key a frame', () => {
  const frames = fc.uniqueArray(fc.record({ frame: fc.nat(19), keyFrame: fc.boolean() }), { selector: (r) => r.frame })
  fc.assert(
    fc.property(frames, fc.nat(19), (records, frame) => {
      const before = explicitKeys(
        records.map((r) => key(r.frame, { keyFrame: r.keyFrame })),
        20,
      )
      const after = withShape(before, frame, 'new', 'manual')
      const shown = after.findLast((k) => k.frame <= frame)
      assert.ok(shown?.kind === 'shape' && shown.frame === frame && shown.shape === 'new')
      assert.ok(after.every((k, i) => i === 0 || after[i - 1].frame < k.frame))
      const kept = before.filter((k) => k.kind === 'shape' && k.keyFrame && k.frame !== frame)
      assert.ok(
        kept.every((k) => after.includes(k)),
        'another keyframe was lost',
      )
    }),
  )
})

test('a new keyframe stays hidden where the object was hidden', () => {
  const [, made] = withShape([key(0, { hidden: true })], 3, 'new', 'manual')
  assert.ok(made.kind === 'shape' && made.hidden && made.id === null)
})

test('an object that ended has nothing after its end', () => {
  assert.deepEqual(endedFrom([key(0), key(4), out(6), key(8)], 5), [key(0), key(4), out(5)])
  assert.deepEqual(endedFrom([key(0), out(2), key(8)], 5), [key(0), out(2)])
  assert.deepEqual(endedFrom([key(3)], 1), [])
})

test('an attribute holds from where it is set to where it was set before', () => {
  const steps = withAttribute(withAttribute(new Map(), 'a', 6, 'late'), 'a', 2, 'early')
  assert.deepEqual(
    [1, 2, 5, 6].map((frame) => attributesAt(steps, frame).get('a')),
    [undefined, 'early', 'early', 'late'],
  )
  assert.equal(attributesAt(withAttribute(steps, 'a', 2, null), 4).get('a'), undefined)
})

test('a stationary track has its one pose at every frame where it is', () => {
  const placed = (x: number) => ({
    position: { x, y: 0, z: 0 },
    heading: { w: 1, x: 0, y: 0, z: 0 },
    sizeOverride: null,
  })
  const dimensions = { length: 4, width: 2, height: 1.5 }
  const keys = [{ ...key(1), shape: placed(1) }, { kind: 'out', frame: 3 } as const, { ...key(6), shape: placed(9) }]
  const path: CuboidPath = { keys, dimensions, attributes: new Map() }
  const cuboid = { ...placed(5), dimensions: { ...dimensions, length: 5 } }
  const still = { cuboid: madeStationary(path, cuboid), stationary: true }
  assert.deepEqual(
    [0, 1, 2, 3, 6, 9].map((frame) => cuboidAt(still, frame)?.shape.position.x),
    [undefined, 5, 5, undefined, 5, 5],
  )
  assert.equal(cuboidAt(still, 6)?.shape.dimensions.length, 5)
})

test('documents are never changed in place', () => {
  const empty = emptyDocument('video2d', 3)
  const track = {
    id: 'a',
    entryId: null,
    classId: 'car',
    stationary: false,
    attributes: new Map(),
    cuboid: null,
    views: new Map(),
  }
  const one = withTrack(empty, track)
  assert.deepEqual([empty.tracks.size, one.tracks.size, withoutTrack(one, 'a').tracks.size], [0, 1, 0])
  assert.equal(one.tracks.size, 1)
})
