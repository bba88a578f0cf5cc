import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { EgressClient } from '../../egress/client.ts'
import { makeEgress } from '../../egress/egressFactory.ts'
import { EgressError } from '../../egress/errors.ts'
import { filesOf } from '../../formats/models/manifest.ts'
import { type InstalledModel, ModelFolder } from '../../pageModels/modelFolder.ts'
import type { Environment } from '../../settingReaders.ts'
import { listCallbackUrls } from '../../store/cluster/callbacks/urls.ts'
import { readDatabaseClock } from '../../store/cluster/clockSteps.ts'
import { checkStorage, WrongStorageError } from '../../store/cluster/files/storageMarker.ts'
import { StorageFullError } from '../../store/files/fileStore.ts'
import { makeFileStore, StorageUrlError } from '../../store/files/makeFileStore.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { examineDatabase } from './database.ts'
import { examineEmail } from './email.ts'
import { type Examined, Report, reasonOf } from './examined.ts'
import { examineSettings } from './settings.ts'

/** Limits the callback receivers that are tried, so that an installation with thousands finishes soon. */
const MOST_RECEIVERS = 50
const PROXY_SETTINGS = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']

/**
 * Connects, as the service would and without sending anything, to receivers of callbacks and to addresses that the
 * operator names.
 */
async function examineEgress(
  config: Config,
  env: Environment,
  { db, reach }: { db: Queryable | null; reach: readonly string[] },
  report: Report,
): Promise<void> {
  const proxy = PROXY_SETTINGS.find((name) => env[name] || env[name.toLowerCase()])
  if (proxy) {
    report.warning(
      `${proxy} is set, and the service does not use it: it connects directly`,
      'Let this machine reach the addresses of data and callbacks without the proxy.',
    )
  }
  const egress = makeEgress(config.allowNetworks, null)
  try {
    const receivers = db ? originsOf(await listCallbackUrls(db)).slice(0, MOST_RECEIVERS) : []
    const faults = await Promise.all([...reach, ...receivers].map((url) => faultOf(egress, url)))
    for (const [i, url] of [...reach, ...receivers].entries()) {
      const fault = faults[i]
      if (!fault) report.ok(`${url} is reached`)
      // A customer's unavailable receiver is theirs to fix, and does not prevent a start.
      else if (i < reach.length) report.failed(`${url}: ${fault.found}`, fault.advice)
      else report.warning(`callbacks to ${url}: ${fault.found}`, fault.advice)
    }
    if (faults.length === 0) report.ok('no callback to try; name an address with --reach URL')
  } finally {
    await egress.close()
  }
}

const originsOf = (urls: readonly string[]): string[] => [
  ...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)),
]

async function faultOf(egress: EgressClient, url: string): Promise<{ found: string; advice: string } | null> {
  try {
    await egress.reach(egress.parse(url))
    return null
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    if (error.kind === 'forbidden') {
      return {
        found: 'its address is private or of this machine',
        advice: 'If it is meant, add its network to ALLOW_NETWORKS.',
      }
    }
    if (error.kind === 'permanent') return { found: error.message, advice: 'Correct the address.' }
    return { found: reasonOf(error), advice: 'Check its name and port, DNS and the firewall between.' }
  }
}

const GUIDE = 'docs/assistants.md, "Models in the page", says what belongs there.'
/** Beginning of what Git LFS leaves for a file that it did not fetch. */
const LFS_POINTER = Buffer.from('version https://git-lfs')

/** Reports everything in the folder of models that pages would not offer, and why; the service starts all the same. */
async function examineModels({ dataDir, roles }: Config, report: Report): Promise<void> {
  if (!roles.has('api')) return report.ok('none needed: this process has no role api')
  const folder = join(dataDir, 'models')
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => error)
  if (entries instanceof Error) {
    if (entries.code === 'ENOENT') return report.ok(`none installed in ${folder}`)
    return report.warning(
      `${folder} cannot be read: ${reasonOf(entries)}`,
      'Make it a folder that the account of the service can read.',
    )
  }
  const models = new ModelFolder(folder)
  const installed = await models.list()
  for (const model of installed) {
    const problem = model.problem ?? (await faultOfFiles(models, model))
    if (problem === null) report.ok(`${model.name}, version ${model.manifest?.version}`)
    else report.warning(`${model.name} does not work: ${problem}`, GUIDE)
  }
  const known = new Set(installed.map(({ name }) => name))
  for (const entry of entries.filter(({ name }) => !known.has(name) && !name.startsWith('.'))) {
    if (entry.isDirectory()) {
      report.warning(`${entry.name} is not offered because of its name`, 'Use small letters, digits, - and _.')
    } else report.warning(`${entry.name} is not offered: it is not a folder`, GUIDE)
  }
}

/** What the list of models does not open: each file, as the service would send it. */
async function faultOfFiles(models: ModelFolder, model: InstalledModel): Promise<string | null> {
  for (const file of model.manifest ? filesOf(model.manifest) : []) {
    const opened = await models.open(model, file)
    if (!opened) return `${file} cannot be read`
    const start = Buffer.alloc(LFS_POINTER.length)
    await opened.handle.read(start, 0, start.length, 0).finally(() => opened.handle.close())
    if (opened.bytes === 0) return `${file} is empty`
    if (start.equals(LFS_POINTER)) return `${file} is a pointer of Git LFS, not the network: run "git lfs pull"`
  }
  return null
}

/** Signatures of callbacks and S3 bear minutes; beyond this, times in records begin to contradict each other. */
const TOLERATED_S = 5

/** Compares this machine's clock with the database's, whose times decide. */
export async function examineClock(db: Queryable, report: Report, nowMs = Date.now): Promise<void> {
  const before = nowMs()
  const databaseMs = await readDatabaseClock(db)
  const between = (before + nowMs()) / 2
  const apartS = (databaseMs - between) / 1000
  const shown = `${Math.abs(apartS).toFixed(1)} s ${apartS > 0 ? 'behind' : 'ahead of'} the database's`
  if (Math.abs(apartS) <= TOLERATED_S) report.ok(`this machine's clock is ${shown}`)
  else report.warning(`this machine's clock is ${shown}`, 'Let NTP keep the clocks of both machines.')
}

/**
 * Examines everything that the service needs, with its settings. The service may be running; only the test file that
 * every start writes to the storage is changed.
 * @param reach addresses that the service should be able to call
 */
export async function examine(env: Environment, reach: readonly string[]): Promise<Examined[]> {
  const { report: settings, config } = examineSettings(env)
  if (!config || settings.all.some(({ state }) => state === 'failed')) return settings.all
  const [database, storage, clock, egress, email, models] = (
    ['database', 'storage', 'clock', 'egress', 'email', 'models'] as const
  ).map((part) => new Report(part))
  const opened = await examineDatabase(config, env, database)
  try {
    const db = opened?.isMigrated ? opened.client : null
    await examineStorage(config, db, storage)
    if (opened) await examineClock(opened.client, clock)
    await examineEgress(config, env, { db, reach }, egress)
    await examineEmail(config, email)
    await examineModels(config, models)
  } finally {
    await opened?.close()
  }
  return [settings, database, storage, clock, egress, email, models].flatMap(({ all }) => all)
}

/** @param db with the service's tables; null: the marker is not compared */
async function examineStorage(config: Config, db: Queryable | null, report: Report): Promise<void> {
  const { storageUrl, s3, dataDir } = config
  if (storageUrl.startsWith('file:') && !existsSync(dataDir)) {
    report.ok(`none yet: the first start makes ${storageUrl}`)
    return
  }
  try {
    const files = makeFileStore(storageUrl, { s3, cacheDir: join(dataDir, 'cache') })
    await files.prepare()
    await files.ready()
    if (db) await checkStorage(db, files)
    report.ok(storageUrl)
  } catch (error) {
    if (error instanceof WrongStorageError) report.failed(error.message, 'See docs/operations.md, STORAGE_URL.')
    else report.failed(`${storageUrl} cannot be used: ${reasonOf(error)}`, adviceFor(error, storageUrl))
  }
}

function adviceFor(error: unknown, storageUrl: string): string {
  if (error instanceof StorageUrlError) return 'Correct the setting; docs/operations.md lists them all.'
  if (error instanceof StorageFullError) return 'Free some space.'
  if (storageUrl.startsWith('file:')) return 'Run this, and the service, as the account that owns the folder.'
  const reason = reasonOf(error)
  if (/skewed/i.test(reason)) return 'Set the clock of this machine (NTP).'
  if (/SignatureDoesNotMatch|InvalidAccessKeyId|403/.test(reason)) {
    return 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; the key needs Get, Put, Delete and List on the bucket.'
  }
  if (/NoSuchBucket|404/.test(reason)) return 'Create the bucket, or correct STORAGE_URL.'
  return 'Check S3_ENDPOINT and S3_REGION.'
}
