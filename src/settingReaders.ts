import { isIP } from 'node:net'

export type Environment = Readonly<Record<string, string | undefined>>

export class ConfigError extends Error {}

export type ProcessRole = 'api' | 'worker'

/** Addresses and networks of proxies, or their number; false: trust none. */
export type TrustProxy = false | number | string[]

const MIB = 1024 * 1024
const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** What a reader may look at besides its own value. */
export interface Given {
  name: string
  env: Environment
  /** Bytes of memory that the process may take. */
  memory: number
}

/** Reads a value; undefined where it is not set. @throws ConfigError that names the setting */
export type ReadSetting<T> = (text: string | undefined, given: Given) => T

/** Reads a duration such as `500ms`, `5s`, `2m`, `14h`. @throws ConfigError that names the setting */
export function durationMs(name: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim())
  if (!match) throw new ConfigError(`${name}: expected a duration such as 5s, 2m or 14h; got "${text}"`)
  return Number(match[1]) * UNITS_MS[match[2]]
}

export const durations =
  (otherwise: string): ReadSetting<number[]> =>
  (text, { name }) =>
    listOf(text ?? otherwise).map((one) => durationMs(name, one))

export const whole =
  (otherwise: number, smallest: number): ReadSetting<number> =>
  (text, { name }) => {
    if (!text?.trim()) return otherwise
    const value = Number(text)
    if (Number.isSafeInteger(value) && value >= smallest) return value
    throw new ConfigError(`${name}: expected a whole number of at least ${smallest}; got "${text}"`)
  }

export function readRoles(text: string): Set<ProcessRole> {
  const roles = new Set<ProcessRole>()
  for (const word of listOf(text)) {
    if (word !== 'api' && word !== 'worker') throw new ConfigError(`ROLES: expected api, worker or both; got "${word}"`)
    roles.add(word)
  }
  return roles
}

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** Names of networks in which proxies may be, in addition to addresses. */
const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** With `true` everyone could name any address as theirs: throttles and logs would believe it. */
export function readTrustProxy(text: string): TrustProxy {
  if (text === '' || text === 'false' || text === '0') return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  if (text === 'true') {
    throw new ConfigError(
      'TRUST_PROXY: true would trust any address that a client writes into X-Forwarded-For; name the addresses of your proxies (10.0.0.5, 10.1.0.0/16), or how many of them a call passes (1)',
    )
  }
  const words = listOf(text)
  for (const word of words) {
    const [address, bits, ...rest] = word.split('/')
    const family = isIP(address)
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
    if (!NETWORK_NAMES.has(word) && (family === 0 || !isNetwork || rest.length > 0)) {
      throw new ConfigError(
        `TRUST_PROXY: expected addresses or networks of proxies, or a number of hops; got "${word}"`,
      )
    }
  }
  return words
}

export const readBaseUrl: ReadSetting<string | null> = (text) => {
  const url = text?.trim().replace(/\/+$/, '') || null
  if (url && !/^https?:\/\//.test(url)) throw new ConfigError(`BASE_URL: expected an http(s) address; got "${url}"`)
  return url
}

/** The value is not shown: it may hold a password. */
export const readDatabaseUrl: ReadSetting<string | null> = (url, { name }) => {
  if (url === undefined) return null
  if (/^(postgres(ql)?|socket):|^\//.test(url)) return url
  throw new ConfigError(`${name}: expected postgresql://user:password@host:port/database`)
}

export const readDirectUrl: ReadSetting<string | null> = (url, given) => {
  if (url && !given.env.DATABASE_URL)
    throw new ConfigError('DATABASE_DIRECT_URL goes with DATABASE_URL, the address of the pooler')
  return readDatabaseUrl(url, given)
}

export const readPasswordSignIn: ReadSetting<boolean> = (text = 'on', { env }) => {
  if (text !== 'on' && text !== 'off') throw new ConfigError(`PASSWORD_SIGN_IN: expected on or off; got "${text}"`)
  if (text === 'off' && !env.OIDC_ISSUER)
    throw new ConfigError('PASSWORD_SIGN_IN is off and OIDC_ISSUER is not set: people could not sign in')
  return text === 'on'
}

/** What may be made of each byte of an accepted body while it is read, with 64 MiB besides: a larger body is 413. */
const WORK_PER_BODY_BYTE = 20

/**
 * The service and its PostgreSQL, the garbage of refused bodies, and one image, as measured; each body takes 64 MiB in
 * addition.
 */
const MEMORY_BESIDES = 640 * MIB
/** In the smallest container that works, of 768 MiB, jobs of a few thousand files still fit. */
const LEAST_BODY = 8 * MIB

const largestBodyIn = (memory: number) =>
  Math.max(LEAST_BODY, Math.floor((memory - MEMORY_BESIDES) / WORK_PER_BODY_BYTE))

/** The memory of one decoder; a container of 1 GiB cannot spare half of that. */
export const largestDecodeIn = (memory: number): number => Math.min(512 * MIB, Math.floor(memory / 6))

export const readBodyMemory: ReadSetting<number> = (text, given) =>
  whole(Math.min(Math.floor(given.memory / 4), 1024 * MIB), MIB)(text, given)

/** A limit of one body, as far as the memory allows it. */
export const bodyBytes =
  (otherwise: number): ReadSetting<number> =>
  (text, given) => {
    const bodyMemory = readBodyMemory(given.env.BODY_MEMORY || undefined, { ...given, name: 'BODY_MEMORY' })
    return Math.min(whole(otherwise, 1024)(text, given), bodyMemory, largestBodyIn(given.memory))
  }
