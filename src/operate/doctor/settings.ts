import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import { AllowNetworksError, parseAllowNetworks } from '../../egress/address.ts'
import { ConfigError, type Environment } from '../../settingReaders.ts'
import { Report } from './examined.ts'

const GIB = 1024 ** 3
const MIB = 1024 ** 2
const LITTLE_DISK = 2 * GIB
const NO_DISK = 64 * MIB

/** Reads the settings as the service does; `config` is null where it would refuse them. */
export function examineSettings(env: Environment): { report: Report; config: Config | null } {
  const report = new Report('settings')
  const config = read(env, report)
  if (!config) return { report, config }
  examineAddress(config, report)
  examineFolder(config, report)
  if (!env.SECRET_KEY && !env.SECRET_KEY_FILE && config.databaseUrl !== null) {
    report.warning(
      'DATABASE_URL is set and SECRET_KEY is not: the master key is in DATA_DIR alone',
      'Copy DATA_DIR/secret-key into the DATA_DIR of each other process that shares the database, and keep a copy elsewhere.',
    )
  }
  if (report.all.length === 0) report.ok(`roles ${[...config.roles].join(', ')}, data in ${config.dataDir}`)
  return { report, config }
}

function read(env: Environment, report: Report): Config | null {
  try {
    const config = readConfig(env)
    parseAllowNetworks(config.allowNetworks)
    return config
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof AllowNetworksError)) throw error
    report.failed(error.message, 'Correct the setting; docs/operations.md lists them all.')
    return null
  }
}

function examineAddress({ baseUrl, roles, trustProxy }: Config, report: Report): void {
  if (baseUrl === null) {
    if (roles.has('api')) return
    report.failed(
      'BASE_URL is not set, and a process without the role api has no address to put into results',
      'Set BASE_URL to the public address of the service.',
    )
    return
  }
  const { protocol, hostname } = new URL(baseUrl)
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
  if (protocol === 'http:' && !isLocal) {
    report.warning(
      `BASE_URL is ${baseUrl}: passwords and keys cross the network in the clear`,
      'Put a proxy with TLS in front and set BASE_URL to its https address.',
    )
  }
  if (protocol === 'https:' && trustProxy === false) {
    report.warning(
      'BASE_URL is https and TRUST_PROXY is not set: sign-ins and logs see the address of the proxy for every caller',
      "Set TRUST_PROXY to the proxy's address.",
    )
  }
}

function examineFolder({ dataDir }: Config, report: Report): void {
  if (!existsSync(dataDir)) return
  if (!mayWrite(dataDir)) {
    report.failed(
      `${dataDir} cannot be written by this account`,
      'Run this, and the service, as the account that owns the folder, or set DATA_DIR.',
    )
    return
  }
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const shown = free < GIB ? `${Math.round(free / MIB)} MiB` : `${(free / GIB).toFixed(1)} GiB`
  const advice = 'Free some, or move DATA_DIR to a larger disk.'
  if (free < NO_DISK) report.failed(`${dataDir} has ${shown} left`, advice)
  else if (free < LITTLE_DISK) report.warning(`${dataDir} has ${shown} left`, advice)
  const keyFile = join(dataDir, 'secret-key')
  if (existsSync(keyFile) && (statSync(keyFile).mode & 0o077) !== 0) {
    report.warning(`other accounts can read ${keyFile}`, `chmod 600 ${keyFile}`)
  }
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
