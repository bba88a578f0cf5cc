import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const tablesIn = (file: string): string[] => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  return [...new Set([...text.matchAll(/\bfrom (\w+)\b(?= [a-z]\b|,|$)/gm)].map(([, table]) => table))].sort()
}

test('a backup takes the files of every table that keeps a file from being removed', () => {
  const kept = tablesIn('removal.ts')
  assert.ok(kept.length >= 9)
  assert.deepEqual(tablesIn('namedFiles.ts'), kept)
})
