import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readFigures, total } from './figures.ts'

const figures = readFigures(join(import.meta.dirname, '..', '..'))

test('no rows of a query are read without a type', () => {
  assert.deepEqual(figures.untypedQueries, [])
})

test('what the types do not prove becomes less, never more', () => {
  assert.ok(total(figures.nonNull) <= 70, `${total(figures.nonNull)} non-null assertions`)
  assert.ok(total(figures.casts) <= 290, `${total(figures.casts)} casts`)
})
