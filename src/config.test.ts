import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig, readMasterKey } from './config.ts'

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

test('a key that is given is used in place of the file', () => {
  const given = readMasterKey({ SECRET_KEY: 'the same on every machine' }, '/nowhere')
  assert.equal(given.length, 32)
  assert.deepEqual(given, readMasterKey({ SECRET_KEY: 'the same on every machine' }, '/elsewhere'))
  assert.notDeepEqual(given, readMasterKey({ SECRET_KEY: 'another' }, '/nowhere'))
})

test('a setting that cannot be read is refused by its name', () => {
  const wrong = { PORT: 'http', RATE_LIMIT: '-1', ROLES: 'api,cook', DOWNLOAD_RETRIES: '5 apples', LEASE_SECONDS: '1' }
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) => error instanceof ConfigError && error.message.startsWith(name),
    )
  }
})
