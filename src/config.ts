import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Settings of the service. Only this file reads the environment; everything else receives its settings.
 * docs/operations.md lists them, and a test compares the two.
 */
export interface Config {
  host: string
  /** 0 = a free one. */
  port: number
  /** Public address without a trailing slash; null until the port is known. */
  baseUrl: string | null
  dataDir: string
  databaseUrl: string | null
  /** Past a pooler in transaction mode, for migrations and listening; null: databaseUrl leads to PostgreSQL itself. */
  databaseDirectUrl: string | null
  storageUrl: string
  s3: { endpoint: string | null; region: string; accessKeyId: string; secretAccessKey: string }
  /** proxy or presigned: whether readers outside are led to the bucket. */
  storageReads: string
  roles: ReadonlySet<ProcessRole>
  /** CIDRs that data and callback URLs may reach although private. */
  allowNetworks: string
  egressAddresses: string[]
  /** Addresses and networks of proxies, or their number; false: trust none. */
  trustProxy: false | number | string[]
  /** Writing calls per second for each key or person; 0 = no limit. */
  rateLimit: number
  /** The unpacked size of all request bodies in progress. */
  bodyMemory: number
  /** Memory of one decoder of images. */
  maxDecodeBytes: number
  maxBodyBytes: number
  maxResultBytes: number
  maxFrames: number
  downloadRetriesMs: number[]
  callbackScheduleMs: number[]
  callbackTimeoutMs: number
  leaseSeconds: number
  personLeaseMinutes: number
  logLevel: string
  /** Tests hold each answer against its documentation. */
  checkAnswers: boolean
  /** From the stop signal until new calls are refused. */
  drainSeconds: number
  /** How long archives of exports are stored. */
  exportDays: number
  /** 0: no limit. */
  maxConnectionsPerAddress: number
  /** Signing in by an OpenID provider; null: not. */
  openId: OpenIdSettings | null
  passwordSignIn: boolean
  /** How e-mail is sent; null: not. */
  smtp: SmtpSettings | null
}

export interface SmtpSettings {
  url: string
  from: string
}

export interface OpenIdSettings {
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  groupsClaim: string
  /** JSON: group to {role, projects}. */
  roleMap: string
}

export type ProcessRole = 'api' | 'worker'

/** Names of all settings, as documented. */
export const SETTING_NAMES = [
  'HOST',
  'PORT',
  'BASE_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'STORAGE_URL',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'STORAGE_READS',
  'ROLES',
  'ALLOW_NETWORKS',
  'EGRESS_ADDRESSES',
  'TRUST_PROXY',
  'SECRET_KEY',
  'RATE_LIMIT',
  'BODY_MEMORY',
  'MAX_BODY_BYTES',
  'MAX_RESULT_BYTES',
  'MAX_FRAMES',
  'DOWNLOAD_RETRIES',
  'CALLBACK_SCHEDULE',
  'CALLBACK_TIMEOUT',
  'LEASE_SECONDS',
  'PERSON_LEASE_MINUTES',
  'LOG_LEVEL',
  'CHECK_ANSWERS',
  'DRAIN_SECONDS',
  'EXPORT_DAYS',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_SCOPE',
  'OIDC_GROUPS_CLAIM',
  'OIDC_ROLE_MAP',
  'PASSWORD_SIGN_IN',
  'SMTP_URL',
  'SMTP_FROM',
] as const

/** Settings that are secrets: `NAME_FILE` names a file that holds the value, as orchestrators mount them. */
export const FILE_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
] as const satisfies readonly (typeof SETTING_NAMES)[number][]

export type Environment = Readonly<Record<string, string | undefined>>

const MIB = 1024 * 1024
const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export class ConfigError extends Error {}

/** Reads a duration such as `500ms`, `5s`, `2m`, `14h`; throws ConfigError naming the setting. */
function durationMs(name: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim())
  if (!match) throw new ConfigError(`${name}: expected a duration such as 5s, 2m or 14h; got "${text}"`)
  return Number(match[1]) * UNITS_MS[match[2]]
}

function wholeNumber(env: Environment, name: string, fallback: number, smallest: number): number {
  const text = env[name]?.trim()
  if (!text) return fallback
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < smallest) {
    throw new ConfigError(`${name}: expected a whole number of at least ${smallest}; got "${text}"`)
  }
  return value
}

function readRoles(text: string): Set<ProcessRole> {
  const roles = new Set<ProcessRole>()
  for (const word of list(text)) {
    if (word !== 'api' && word !== 'worker') throw new ConfigError(`ROLES: expected api, worker or both; got "${word}"`)
    roles.add(word)
  }
  return roles
}

const list = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** Names of networks in which proxies may be, in addition to addresses. */
const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** With `true` everyone could name any address as theirs: throttles and logs would believe it. */
function readTrustProxy(text: string): Config['trustProxy'] {
  if (text === '' || text === 'false' || text === '0') return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  if (text === 'true') {
    throw new ConfigError(
      'TRUST_PROXY: true would trust any address that a client writes into X-Forwarded-For; name the addresses of your proxies (10.0.0.5, 10.1.0.0/16), or how many of them a call passes (1)',
    )
  }
  const words = list(text)
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

/** The memory of the machine, or of the container if it has less. */
const machineMemory = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** What may be made of each byte of an accepted body while it is read, with 64 MiB besides: a larger body is 413. */
const WORK_PER_BODY_BYTE = 20

function readDirectUrl(env: Environment): string | null {
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_DIRECT_URL goes with DATABASE_URL, the address of the pooler')
  return readDatabaseUrl(env, 'DATABASE_DIRECT_URL')
}

/** The value is not shown: it may hold a password. */
function readDatabaseUrl(env: Environment, name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'): string | null {
  const url = env[name] || null
  if (url !== null && !/^(postgres(ql)?|socket):|^\//.test(url))
    throw new ConfigError(`${name}: expected postgresql://user:password@host:port/database`)
  return url
}

function readOpenId(env: Environment): OpenIdSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (!issuer) return null
  if (!clientId || !clientSecret || !env.OIDC_ROLE_MAP)
    throw new ConfigError('OIDC_ISSUER goes with OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ROLE_MAP')
  // Anyone who can change the responses can sign in as anyone.
  if (!/^https:\/\/|^http:\/\/(localhost|127\.[\d.]+|\[::1\])[:/]/.test(`${issuer}/`))
    throw new ConfigError(`OIDC_ISSUER: expected an https address; got "${issuer}"`)
  return {
    issuer,
    clientId,
    clientSecret,
    scope: env.OIDC_SCOPE || 'openid email profile',
    groupsClaim: env.OIDC_GROUPS_CLAIM || 'groups',
    roleMap: env.OIDC_ROLE_MAP,
  }
}

function readPasswordSignIn({ PASSWORD_SIGN_IN: text = 'on', OIDC_ISSUER }: Environment): boolean {
  if (text !== 'on' && text !== 'off') throw new ConfigError(`PASSWORD_SIGN_IN: expected on or off; got "${text}"`)
  if (text === 'off' && !OIDC_ISSUER)
    throw new ConfigError('PASSWORD_SIGN_IN is off and OIDC_ISSUER is not set: people could not sign in')
  return text === 'on'
}

function readSmtp({ SMTP_URL: url, SMTP_FROM: from }: Environment): SmtpSettings | null {
  if (!url && !from) return null
  if (!url || !from) throw new ConfigError('SMTP_URL goes with SMTP_FROM, the address that e-mail comes from')
  // The address may hold a password: what came is not shown.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new ConfigError('SMTP_URL: expected an address such as smtps://user:password@mail.example.com:465')
  if (!/^[^\r\n]*@[^\r\n]*$/.test(from)) throw new ConfigError(`SMTP_FROM: expected an e-mail address; got "${from}"`)
  return { url, from }
}

/** The environment with what its `…_FILE` settings name. @throws ConfigError for a file that cannot be read */
export function withFiles(env: Environment): Environment {
  const read: Record<string, string> = {}
  for (const name of FILE_SETTINGS) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set: leave one out`)
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      throw new ConfigError(`${name}_FILE: ${error instanceof Error ? error.message : error}`)
    }
    if (read[name] === '') throw new ConfigError(`${name}_FILE: ${file} is empty`)
  }
  return { ...env, ...read }
}

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
const largestDecodeIn = (memory: number) => Math.min(512 * MIB, Math.floor(memory / 6))

export function readConfig(environment: Environment, memory = machineMemory()): Config {
  const env = withFiles(environment)
  const dataDir = resolve(env.DATA_DIR || './data')
  const baseUrl = env.BASE_URL?.trim().replace(/\/+$/, '') || null
  if (baseUrl && !/^https?:\/\//.test(baseUrl))
    throw new ConfigError(`BASE_URL: expected an http(s) address; got "${baseUrl}"`)
  const bodyMemory = wholeNumber(env, 'BODY_MEMORY', Math.min(Math.floor(memory / 4), 1024 * MIB), MIB)
  const largestBody = Math.min(bodyMemory, largestBodyIn(memory))
  return {
    host: env.HOST || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 8080, 0),
    baseUrl,
    dataDir,
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    databaseDirectUrl: readDirectUrl(env),
    storageUrl: env.STORAGE_URL || `file:${join(dataDir, 'files')}`,
    s3: {
      endpoint: env.S3_ENDPOINT || null,
      region: env.S3_REGION || 'us-east-1',
      accessKeyId: env.S3_ACCESS_KEY_ID || '',
      secretAccessKey: env.S3_SECRET_ACCESS_KEY || '',
    },
    storageReads: env.STORAGE_READS || 'proxy',
    roles: readRoles(env.ROLES || 'api,worker'),
    allowNetworks: env.ALLOW_NETWORKS ?? '',
    egressAddresses: list(env.EGRESS_ADDRESSES ?? ''),
    trustProxy: readTrustProxy(env.TRUST_PROXY?.trim() ?? ''),
    rateLimit: wholeNumber(env, 'RATE_LIMIT', 200, 0),
    bodyMemory,
    maxDecodeBytes: largestDecodeIn(memory),
    maxBodyBytes: Math.min(wholeNumber(env, 'MAX_BODY_BYTES', 64 * MIB, 1024), largestBody),
    maxResultBytes: Math.min(wholeNumber(env, 'MAX_RESULT_BYTES', 512 * MIB, 1024), largestBody),
    maxFrames: wholeNumber(env, 'MAX_FRAMES', 5000, 1),
    downloadRetriesMs: list(env.DOWNLOAD_RETRIES || '5s,30s,2m').map((text) => durationMs('DOWNLOAD_RETRIES', text)),
    callbackScheduleMs: list(env.CALLBACK_SCHEDULE || '0s,5s,5m,30m,2h,5h,10h,14h,20h,24h').map((text) =>
      durationMs('CALLBACK_SCHEDULE', text),
    ),
    callbackTimeoutMs: durationMs('CALLBACK_TIMEOUT', env.CALLBACK_TIMEOUT || '15s'),
    leaseSeconds: wholeNumber(env, 'LEASE_SECONDS', 60, 5),
    personLeaseMinutes: wholeNumber(env, 'PERSON_LEASE_MINUTES', 15, 1),
    logLevel: env.LOG_LEVEL || 'info',
    checkAnswers: env.CHECK_ANSWERS === 'true',
    drainSeconds: wholeNumber(env, 'DRAIN_SECONDS', 5, 0),
    exportDays: wholeNumber(env, 'EXPORT_DAYS', 7, 1),
    maxConnectionsPerAddress: wholeNumber(env, 'MAX_CONNECTIONS_PER_ADDRESS', 0, 0),
    openId: readOpenId(env),
    passwordSignIn: readPasswordSignIn(env),
    smtp: readSmtp(env),
  }
}

/**
 * What the demo sets besides: a separate folder, and access to loopback, where its customer's server is.
 * Goes into the environment, because processes of the service's own read that as well.
 */
export function demoEnvironment(env: Environment): Record<string, string> {
  return {
    DATA_DIR: env.DATA_DIR || './data-demo',
    ALLOW_NETWORKS: [...list(env.ALLOW_NETWORKS ?? ''), '127.0.0.0/8'].join(','),
    ROLES: 'api,worker',
    // The demo's own output should remain visible.
    LOG_LEVEL: env.LOG_LEVEL || 'warn',
  }
}
