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

const SHARED = 'dmBnY0p3T1hQb2V5c2h3b2h0c2VjcmV0a2V5MTIzNDU2Nzg='
const OTHER = SHARED.toLowerCase()

test('a key that is given is used in place of the file', () => {
  const given = readMasterKey({ SECRET_KEY: SHARED }, '/nowhere')
  assert.equal(given.length, 32)
  assert.deepEqual(given, readMasterKey({ SECRET_KEY: SHARED }, '/elsewhere'))
  assert.notDeepEqual(given, readMasterKey({ SECRET_KEY: OTHER }, '/nowhere'))
})

test('a key that could be guessed is refused', () => {
  for (const key of ['a', 'the same on every machine', 'a'.repeat(64), '0123'.repeat(16)]) {
    assert.throws(() => readMasterKey({ SECRET_KEY: key }, '/nowhere'), /32 random bytes/, key)
  }
})

test('limits fit the memory of a small container, and are those of the contract on a large machine', () => {
  const MIB = 1024 * 1024
  const inMib = (memoryMib: number) => {
    const { bodyMemory, maxBodyBytes, maxResultBytes, maxDecodeBytes } = readConfig({}, memoryMib * MIB)
    return [bodyMemory, maxBodyBytes, maxResultBytes, maxDecodeBytes].map((bytes) => Math.floor(bytes / MIB))
  }
  assert.deepEqual(inMib(768), [192, 8, 8, 128])
  assert.deepEqual(inMib(1024), [256, 19, 19, 170])
  assert.deepEqual(inMib(16_384), [1024, 64, 512, 512])
})

test('proxies are named by address or counted; to believe everyone is refused, and why is said', () => {
  const trusted = (text: string) => readConfig({ TRUST_PROXY: text }).trustProxy
  assert.deepEqual(trusted('10.0.0.5, 10.1.0.0/16,fd00::/8'), ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'])
  assert.deepEqual([trusted('1'), trusted(''), trusted('false'), trusted('0')], [1, false, false, false])
  assert.throws(() => trusted('true'), /X-Forwarded-For.*how many/)
  for (const text of ['proxy', '10.0.0.0/33', '10.0.0.5/8/8', '*']) assert.throws(() => trusted(text), ConfigError)
})

test('secrets come from files, as orchestrators mount them; a file that is missing, empty or beside a value is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-config-'))
  try {
    const file = join(folder, 'value')
    writeFileSync(file, 'postgres://fiducial:secret@db/fiducial\n')
    const { databaseUrl } = readConfig({ DATABASE_URL_FILE: file })
    assert.equal(databaseUrl, 'postgres://fiducial:secret@db/fiducial')
    writeFileSync(file, `${SHARED}\n`)
    assert.deepEqual(readMasterKey({ SECRET_KEY_FILE: file }, '/nowhere'), readMasterKey({ SECRET_KEY: SHARED }, '/'))
    assert.throws(() => readConfig({ SECRET_KEY: SHARED, SECRET_KEY_FILE: file }), /both set/)
    writeFileSync(file, '\n')
    assert.throws(() => readConfig({ S3_SECRET_ACCESS_KEY_FILE: file }), /S3_SECRET_ACCESS_KEY_FILE: .* is empty/)
    assert.throws(() => readConfig({ DATABASE_URL_FILE: join(folder, 'none') }), /DATABASE_URL_FILE: ENOENT/)
    assert.throws(() => readConfig({ DATABASE_DIRECT_URL: 'postgres://db/x' }), /goes with DATABASE_URL/)
  } finally {
    rmSync(folder, { recursive: true })
  }
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
