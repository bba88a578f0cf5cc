import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Argon2id with 19 MiB, two passes, one lane: what OWASP asks for, about 30 ms of one core. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const runArgon2 = promisify(argon2)

interface Cost {
  memory: number
  passes: number
  parallelism: number
}

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')

const derive = (password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> =>
  runArgon2('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost })

/** The stored form of a password, with its salt and cost (PHC string format). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES }
  const tag = await derive(password, salt, cost, TAG_BYTES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Takes as long for an unknown person (null) as for a known one, so that the time does not reveal known emails. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const match = FORM.exec(kept ?? '')
  if (!match) {
    await hashPassword(password)
    return false
  }
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number)
  const expected = Buffer.from(match[5], 'base64')
  const cost = { memory, passes, parallelism }
  const tag = await derive(password, Buffer.from(match[4], 'base64'), cost, expected.length)
  return timingSafeEqual(tag, expected)
}
