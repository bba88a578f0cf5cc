import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { MAX_METADATA_KEY_LENGTH, MAX_METADATA_VALUE_LENGTH, readMetadata } from './metadata.ts'

test('characters are counted, and a pair of surrogates is one', () => {
  const key = '😀'.repeat(MAX_METADATA_KEY_LENGTH)
  const value = '😀'.repeat(MAX_METADATA_VALUE_LENGTH)
  assert.deepEqual(readMetadata({ [key]: value }), { metadata: { [key]: value } })
  for (const one of [{ [`${key}a`]: 1 }, { a: `${value}a` }]) assert.ok('faults' in readMetadata(one))
})

test('metadata as large as a body may be is refused without memory for each of its characters or keys', () => {
  const code = `
    import { readMetadata } from ${JSON.stringify(new URL('./metadata.ts', import.meta.url).href)}
    const long = 'x'.repeat(50e6)
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => ['k' + i, 'x']))
    const faults = [{ a: long }, { [long]: 1 }, many].map((metadata) => readMetadata(metadata).faults.length)
    process.exit(faults.every((count) => count === 1) ? 0 : 1)`
  const args = ['--max-old-space-size=160', '--input-type=module', '-e', code]
  assert.equal(spawnSync(process.execPath, args).status, 0)
})

test('a fault names a key that is too long by its beginning, without half of a character', () => {
  const read = readMetadata({ [`${'x'.repeat(MAX_METADATA_KEY_LENGTH - 1)}😀`.repeat(2)]: 1 })
  assert.ok('faults' in read)
  for (const { field, found } of read.faults) assert.ok(field.isWellFormed() && found.isWellFormed(), field)
})
