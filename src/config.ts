import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { ConfigError, type Environment, largestDecodeIn, listOf, type ReadSetting } from './settingReaders.ts'
import { SETTINGS } from './settings.ts'

type Settings = typeof SETTINGS

/** Values of the settings that are read alone, by their fields. */
type ReadSettings = {
  [Name in keyof Settings as Settings[Name] extends { field: infer Field extends string }
    ? Field
    : never]: Settings[Name] extends { read: ReadSetting<infer Value> } ? Value : never
}

/** Settings of the service. Only this file reads the environment; everything else receives its settings. */
export interface Config extends ReadSettings {
  s3: { endpoint: string | null; region: string; accessKeyId: string; secretAccessKey: string }
  /** Memory of one decoder of images, bytes. */
  maxDecodeBytes: number
  /** Signing in by an OpenID provider; null: not. */
  openId: OpenIdSettings | null
  /** How email is sent; null: not. */
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

function readSmtp({ SMTP_URL: url, SMTP_FROM: from }: Environment): SmtpSettings | null {
  if (!url && !from) return null
  if (!url || !from) throw new ConfigError('SMTP_URL goes with SMTP_FROM, the address that email comes from')
  // The address may hold a password: what came is not shown.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new ConfigError('SMTP_URL: expected an address such as smtps://user:password@mail.example.com:465')
  if (!/^[^\r\n]*@[^\r\n]*$/.test(from)) throw new ConfigError(`SMTP_FROM: expected an email address; got "${from}"`)
  return { url, from }
}

/** Settings whose value a file may hold. */
export const FILE_SETTINGS = Object.entries(SETTINGS).flatMap(([name, setting]) =>
  'isSecret' in setting ? [name] : [],
)

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

/** The memory of the machine, or of the container if it has less. */
const machineMemory = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

export function readConfig(environment: Environment, memory = machineMemory()): Config {
  const env = withFiles(environment)
  const values = Object.entries(SETTINGS).flatMap(([name, setting]) =>
    'read' in setting ? [[setting.field, setting.read(env[name] || undefined, { name, env, memory })]] : [],
  )
  return {
    ...(Object.fromEntries(values) as ReadSettings),
    s3: {
      endpoint: env.S3_ENDPOINT || null,
      region: env.S3_REGION || 'us-east-1',
      accessKeyId: env.S3_ACCESS_KEY_ID || '',
      secretAccessKey: env.S3_SECRET_ACCESS_KEY || '',
    },
    maxDecodeBytes: largestDecodeIn(memory),
    openId: readOpenId(env),
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
    ALLOW_NETWORKS: [...listOf(env.ALLOW_NETWORKS ?? ''), '127.0.0.0/8'].join(','),
    ROLES: 'api,worker',
    // The demo's own output should remain visible.
    LOG_LEVEL: env.LOG_LEVEL || 'warn',
  }
}
