import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { reaches } from './reaches.ts'

test('scores that are all as high as asked for reach it on average, and lower ones do not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 20 }), (percent, count) => {
      const mean = Array.from({ length: count }, () => percent / 100).reduce((sum, score) => sum + score, 0) / count
      assert.ok(reaches(mean, percent / 100), `${mean}`)
      assert.ok(!reaches(mean - 0.0001, percent / 100))
    }),
  )
  const tenTimes = Array.from({ length: 10 }, () => 0.8).reduce((sum, score) => sum + score, 0) / 10
  assert.ok(tenTimes < 0.8 && reaches(tenTimes, 0.8))
})
