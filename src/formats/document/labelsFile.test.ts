import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { DocumentFileError } from './documentFile.ts'
import { decodeLabels, encodeLabels } from './labelsFile.ts'

const label = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const mixed = fc.array(label).map((list) => Uint32Array.from(list))
const inRuns = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), label))
  .map((runs) => Uint32Array.from(runs.flatMap(([length, value]) => new Array<number>(length).fill(value))))

test('labels come back from their file as they were, in runs or mixed', () => {
  fc.assert(
    fc.property(fc.oneof(mixed, inRuns), (labels) => {
      assert.deepEqual(decodeLabels(encodeLabels(labels)), labels)
    }),
  )
})

test('a scene in runs takes little room, a mixed one no more than four bytes a point', () => {
  assert.equal(encodeLabels(new Uint32Array(1000).fill(7)).length, 12 + 8)
  assert.equal(encodeLabels(Uint32Array.from({ length: 1000 }, (_, i) => i)).length, 12 + 4000)
})

test('a file of labels that was cut off is refused, wherever the cut is', () => {
  for (const labels of [new Uint32Array(1000).fill(7), Uint32Array.of(1, 2, 3)]) {
    const bytes = encodeLabels(labels)
    for (let end = 0; end < bytes.length; end++) {
      assert.throws(() => decodeLabels(bytes.subarray(0, end)), DocumentFileError, `cut at ${end}`)
    }
  }
})

test('labels are read from the middle of a larger buffer', () => {
  const bytes = encodeLabels(Uint32Array.of(5, 6, 7))
  const larger = new Uint8Array(bytes.length + 9)
  larger.set(bytes, 3)
  assert.deepEqual(decodeLabels(larger.subarray(3, 3 + bytes.length)), Uint32Array.of(5, 6, 7))
  assert.deepEqual(decodeLabels(Buffer.from(bytes)), Uint32Array.of(5, 6, 7))
})
