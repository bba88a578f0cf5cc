import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFiles } from './config.ts'
import { ConfigError, type Environment } from './settingReaders.ts'

/** At least 32 bytes in any encoding, and not typed by hand: a random key has at least a dozen different characters. */
const isGuessable = (key: string): boolean => Buffer.byteLength(key) < 32 || new Set(key).size < 12

const stretched = (key: string): Buffer => createHash('sha256').update(key).digest()

// Files of earlier versions hold the master key itself.
const UNSTRETCHED = /^[A-Za-z0-9+/]{43}=$/
const MADE_BYTES = 48
const MADE = /^[A-Za-z0-9+/]{64}$/

/**
 * The 32-byte master key of secrets at rest: SECRET_KEY stretched by SHA-256, or the content of DATA_DIR/secret-key
 * (0600), which is generated once and gives the same key when set as SECRET_KEY. Several machines on one database need
 * the same key, or each would encrypt with a different one.
 */
export function readMasterKey(env: Environment, dataDir: string): Buffer {
  const given = withFiles(env).SECRET_KEY
  if (given) {
    if (isGuessable(given))
      throw new ConfigError(
        `SECRET_KEY: expected at least 32 random bytes, as ${'`openssl rand -base64 32`'} makes them`,
      )
    return stretched(given)
  }
  const file = join(dataDir, 'secret-key')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) {
    // Written atomically, so that processes that start together get the same key.
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, `${randomBytes(MADE_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true })
    try {
      linkSync(unfinished, file)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    rmSync(unfinished)
  }
  const made = readFileSync(file, 'utf8').trim()
  if (UNSTRETCHED.test(made)) return Buffer.from(made, 'base64')
  if (!MADE.test(made)) throw new ConfigError(`${file}: expected ${MADE_BYTES} bytes in base64; part of it is missing`)
  return stretched(made)
}
