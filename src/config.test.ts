import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { ConfigError } from './settingReaders.ts'

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

test('proxies are given by address or number; trusting everyone is refused, with the reason', () => {
  const trusted = (text: string) => readConfig({ TRUST_PROXY: text }).trustProxy
  assert.deepEqual(trusted('10.0.0.5, 10.1.0.0/16,fd00::/8'), ['10.0.0.5', '10.1.0.0/16', 'fd00::/8'])
  assert.deepEqual([trusted('1'), trusted(''), trusted('false'), trusted('0')], [1, false, false, false])
  assert.throws(() => trusted('true'), /X-Forwarded-For.*how many/)
  for (const text of ['proxy', '10.0.0.0/33', '10.0.0.5/8/8', '*']) assert.throws(() => trusted(text), ConfigError)
})

test('secrets come from files, as orchestrators mount them; a missing or empty file, or a file together with a value, is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-config-'))
  try {
    const file = join(folder, 'value')
    writeFileSync(file, 'postgres://fiducial:secret@db/fiducial\n')
    const { databaseUrl } = readConfig({ DATABASE_URL_FILE: file })
    assert.equal(databaseUrl, 'postgres://fiducial:secret@db/fiducial')
    assert.throws(() => readConfig({ DATABASE_URL: 'postgres://db/x', DATABASE_URL_FILE: file }), /both set/)
    const mail = { SMTP_URL_FILE: file, SMTP_FROM: 'labels@example.com' }
    assert.throws(() => readConfig(mail), /SMTP_URL: expected an address/)
    writeFileSync(file, 'smtps://user:secret@mail.example.com:465\n')
    assert.deepEqual(readConfig(mail).smtp, { url: 'smtps://user:secret@mail.example.com:465', from: mail.SMTP_FROM })
    assert.throws(() => readConfig({ SMTP_URL_FILE: file }), /goes with SMTP_FROM/)
    writeFileSync(file, '\n')
    assert.throws(() => readConfig({ S3_SECRET_ACCESS_KEY_FILE: file }), /S3_SECRET_ACCESS_KEY_FILE: .* is empty/)
    assert.throws(() => readConfig({ DATABASE_URL_FILE: join(folder, 'none') }), /DATABASE_URL_FILE: ENOENT/)
    assert.throws(() => readConfig({ DATABASE_DIRECT_URL: 'postgres://db/x' }), /goes with DATABASE_URL/)
    for (const wrong of ['fiducial:secret@db/x', 'mysql://fiducial:secret@db/x']) {
      const refused = (error: Error) =>
        /^DATABASE_URL: expected postgresql:/.test(error.message) && !/secret/.test(error.message)
      assert.throws(() => readConfig({ DATABASE_URL: wrong }), refused)
    }
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
