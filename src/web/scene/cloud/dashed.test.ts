import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dashed } from './boxLayer.ts'

test('a dashed line begins and ends where the line does, and has gaps between', () => {
  const parts = dashed([
    { x: 0, y: 0, z: 0 },
    { x: 3, y: 0, z: 0 },
  ])
  assert.equal(parts.length, 12)
  assert.deepEqual([parts[0].x, parts[parts.length - 1].x], [0, 3])
  for (let i = 1; i + 1 < parts.length; i += 2) assert.ok(parts[i + 1].x - parts[i].x > 0.2)
})
