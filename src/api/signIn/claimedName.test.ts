import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimedName } from './claimedName.ts'

test('a name from a provider loses what is not seen, and is no longer than others', () => {
  assert.equal(claimedName('Ann\u202e nnA'), 'Ann nnA')
  assert.equal(claimedName('Ann\r\nBcc: all'), 'Ann Bcc: all')
  assert.equal(claimedName('a'.repeat(100_000))?.length, 256)
  assert.equal(claimedName('🙂'.repeat(1000))?.isWellFormed(), true)
  assert.equal(claimedName(' \u200b '), null)
  assert.equal(claimedName('Zoë 東京'), 'Zoë 東京')
})
