import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { isDrawn } from './reviewSampling.ts'

test('a share of 0 draws nothing, of 1 everything, and in between the same jobs at each time', () => {
  const secret = randomBytes(32)
  const names = Array.from({ length: 4000 }, () => `review/${randomUUID()}`)
  assert.equal(names.filter((name) => isDrawn(secret, name, 0)).length, 0)
  assert.equal(names.filter((name) => isDrawn(secret, name, 1)).length, names.length)
  const drawn = names.filter((name) => isDrawn(secret, name, 0.2))
  assert.ok(Math.abs(drawn.length - 800) < 150, `${drawn.length} of 4000`)
  assert.ok(drawn.every((name) => isDrawn(secret, name, 0.2) && isDrawn(secret, name, 0.5)))
  assert.notDeepEqual(
    drawn,
    names.filter((name) => isDrawn(randomBytes(32), name, 0.2)),
  )
})
