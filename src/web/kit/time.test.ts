import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ago, bytes, duration } from './time.ts'

it('says how long ago in the largest unit that fits', () => {
  const now = Date.parse('2026-01-02T00:00:00Z')
  assert.equal(ago('2026-01-01T23:59:30Z', now), 'now')
  assert.equal(ago('2026-01-01T23:55:00Z', now), '5 minutes ago')
  assert.equal(ago('2026-01-02T02:59:00Z', now), 'in 2 hours')
  assert.equal(ago('2026-01-01T00:00:00Z', now), 'yesterday')
})

it('writes work times and sizes as people read them', () => {
  assert.equal(duration(59.9), '59 s')
  assert.equal(duration(3_600 + 5 * 60), '1 h 05 min')
  assert.equal(bytes(999), '999 B')
  assert.equal(bytes(3_400_000), '3.4 MB')
  assert.equal(bytes(12_000_000_000), '12 GB')
})
