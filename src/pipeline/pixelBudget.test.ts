import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PixelBudget } from './pixelBudget.ts'

test('images are decoded until those of the job have used its pixels up', () => {
  const budget = new PixelBudget(1000)
  budget.ensureLeft()
  budget.charge(999)
  budget.ensureLeft()
  budget.charge(300)
  assert.throws(() => budget.ensureLeft(), { type: 'FILE_TOO_LARGE', message: /more than 1000 pixels together/ })
})
