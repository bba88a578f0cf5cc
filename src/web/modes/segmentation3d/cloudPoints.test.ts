import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someOf, unlabelledOf } from './cloudPoints.ts'

test('the points without a label are taken, and an even selection of many', () => {
  const slots = Uint16Array.of(0, 3, 0, 0, 7)
  assert.deepEqual([...unlabelledOf(Uint32Array.of(1, 2, 3, 4), slots)], [2, 3])
  assert.equal(unlabelledOf(new Uint32Array(), slots).length, 0)
  const many = Uint32Array.from({ length: 10 }, (_, i) => 2 * i)
  assert.deepEqual([...someOf(many, 5)], [0, 4, 8, 12, 16])
  assert.deepEqual([...someOf(many, 100)], [...many])
  assert.equal(someOf(new Uint32Array(), 5).length, 0)
})
