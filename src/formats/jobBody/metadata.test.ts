import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_METADATA_KEY_LENGTH, MAX_METADATA_VALUE_LENGTH, readMetadata } from './metadata.ts'

test('characters are counted, and a pair of surrogates is one', () => {
  const key = '😀'.repeat(MAX_METADATA_KEY_LENGTH)
  const value = '😀'.repeat(MAX_METADATA_VALUE_LENGTH)
  assert.deepEqual(readMetadata({ [key]: value }), { metadata: { [key]: value } })
  for (const one of [{ [`${key}a`]: 1 }, { a: `${value}a` }]) assert.ok('faults' in readMetadata(one))
})

test('a fault names a key that is too long by its beginning, without half of a character', () => {
  const read = readMetadata({ [`${'x'.repeat(MAX_METADATA_KEY_LENGTH - 1)}😀`.repeat(2)]: 1 })
  assert.ok('faults' in read)
  for (const { field, found } of read.faults) assert.ok(field.isWellFormed() && found.isWellFormed(), field)
})
