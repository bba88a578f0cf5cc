import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readFigures } from './figures.ts'

const figures = readFigures(join(import.meta.dirname, '..', '..'))

test('no rows of a query are read without a type', () => {
  assert.deepEqual(figures.untypedQueries, [])
})

test('an exported name has one meaning, apart from wire types and messages by language', () => {
  const found = [...figures.exportedTwice].map(([name, files]) => `${name}: ${files.join(', ')}`)
  assert.deepEqual(found, [])
})

test('code and documents use plain modern English', () => {
  assert.deepEqual([...figures.stopWords], [])
})
