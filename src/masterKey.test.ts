import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError } from './config.ts'
import { readMasterKey } from './masterKey.ts'

test('the key of secrets at rest is made once, whole, for its owner alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-config-'))
  try {
    const key = readMasterKey({}, folder)
    assert.equal(key.length, 32)
    assert.deepEqual(readdirSync(folder), ['secret-key'])
    assert.equal(statSync(join(folder, 'secret-key')).mode & 0o777, 0o600)
    assert.deepEqual(readMasterKey({}, folder), key)
    writeFileSync(join(folder, 'secret-key'), '')
    assert.throws(() => readMasterKey({}, folder), ConfigError, 'with half a key secrets could not be opened again')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const SHARED = 'dmBnY0p3T1hQb2V5c2h3b2h0c2VjcmV0a2V5MTIzNDU2Nzg='
const OTHER = SHARED.toLowerCase()

test('a key that is given is used in place of the file', () => {
  const given = readMasterKey({ SECRET_KEY: SHARED }, '/nowhere')
  assert.equal(given.length, 32)
  assert.deepEqual(given, readMasterKey({ SECRET_KEY: SHARED }, '/elsewhere'))
  assert.notDeepEqual(given, readMasterKey({ SECRET_KEY: OTHER }, '/nowhere'))
})

test('a key may come from a file, and not beside one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-key-'))
  try {
    const file = join(folder, 'value')
    writeFileSync(file, `${SHARED}\n`)
    assert.deepEqual(readMasterKey({ SECRET_KEY_FILE: file }, '/nowhere'), readMasterKey({ SECRET_KEY: SHARED }, '/'))
    assert.throws(() => readMasterKey({ SECRET_KEY: SHARED, SECRET_KEY_FILE: file }, '/nowhere'), /both set/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a key that could be guessed is refused', () => {
  for (const key of ['a', 'the same on every machine', 'a'.repeat(64), '0123'.repeat(16)]) {
    assert.throws(() => readMasterKey({ SECRET_KEY: key }, '/nowhere'), /32 random bytes/, key)
  }
})
