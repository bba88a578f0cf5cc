import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readMasterKey } from './masterKey.ts'
import { ConfigError } from './settingReaders.ts'

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

test('a key in the settings is used instead of the file', () => {
  const given = readMasterKey({ SECRET_KEY: SHARED }, '/nowhere')
  assert.equal(given.length, 32)
  assert.deepEqual(given, readMasterKey({ SECRET_KEY: SHARED }, '/elsewhere'))
  assert.notDeepEqual(given, readMasterKey({ SECRET_KEY: OTHER }, '/nowhere'))
})

test('a key may come from a file, but not together with a value', () => {
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

test('the key that was made goes to a second process as SECRET_KEY, or as the file', () => {
  const [first, second] = ['first', 'second'].map((name) => mkdtempSync(join(tmpdir(), `fiducial-${name}-`)))
  try {
    const key = readMasterKey({}, first)
    const text = readFileSync(join(first, 'secret-key'), 'utf8')
    assert.deepEqual(readMasterKey({ SECRET_KEY: text.trim() }, '/nowhere'), key)
    copyFileSync(join(first, 'secret-key'), join(second, 'secret-key'))
    assert.deepEqual(readMasterKey({}, second), key)
    for (const length of [32, 43, 44, 63]) {
      writeFileSync(join(second, 'secret-key'), text.slice(0, length))
      assert.throws(() => readMasterKey({}, second), ConfigError, `${length} characters of it are another key`)
    }
  } finally {
    for (const folder of [first, second]) rmSync(folder, { recursive: true })
  }
})

test('a file that an earlier version made stays the same key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-earlier-'))
  try {
    writeFileSync(join(folder, 'secret-key'), `${SHARED.slice(0, 43)}=\n`)
    assert.deepEqual(readMasterKey({}, folder), Buffer.from(`${SHARED.slice(0, 43)}=`, 'base64'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a key that could be guessed is refused', () => {
  for (const key of ['a', 'the same on every machine', 'a'.repeat(64), '0123'.repeat(16)]) {
    assert.throws(() => readMasterKey({ SECRET_KEY: key }, '/nowhere'), /32 random bytes/, key)
  }
})
