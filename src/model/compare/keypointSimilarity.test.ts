import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keypointSimilarity } from './keypointSimilarity.ts'

test('the tolerance of each key point is that of its label in the class', () => {
  const points = (dx: number) =>
    [2, 3, 1].map((label) => ({ label, visible: true, x: label * 10 + dx, y: (label % 2) * 20 }))
  const scale = { widthPx: 100, heightPx: 100 }
  const one = (sigma: number) => Math.exp(-4 / (2 * 400 * (2 * sigma) ** 2))
  const similarity = keypointSimilarity({ points: points(0), scale, sigmas: [0.1, 0.2] }, { points: points(2) })
  assert.ok(Math.abs(similarity - (one(0.1) + one(0.2) + one(0.05)) / 3) < 1e-12)
  assert.ok(
    Math.abs(keypointSimilarity({ points: points(0), scale, sigmas: null }, { points: points(2) }) - one(0.05)) < 1e-12,
  )
})
