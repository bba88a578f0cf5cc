import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { type Config, demoEnvironment, readConfig } from './config.ts'
import { type Demo, startDemo } from './demo/demo.ts'
import { visibleLines } from './model/visibleText.ts'
import type { Service } from './process/service.ts'
import type { StartOptions } from './process/stores.ts'
import { ConfigError } from './settingReaders.ts'
import { WrongStorageError } from './store/cluster/files/storageMarker.ts'
import { adminKeyFile } from './store/cluster/keys/adminKey.ts'
import { WrongMasterKeyError } from './store/cluster/projects/masterKeyCheck.ts'
import { StorageError } from './store/files/fileStore.ts'
import { DatabaseUrlError } from './store/postgres/database.ts'
import { errorCode, isConnectionError } from './store/postgres/errors.ts'

const ACCEPT_NEW_STORAGE = '--accept-new-storage'

/** Why the process stops; after a second signal, or when the launcher has ended, it does not wait for running work. */
interface StopWish {
  first: Promise<string>
  hurry: AbortSignal
}

/** Stops on signals, and when the launcher that started this process has ended. */
function stopWish(): StopWish {
  const { promise: first, resolve } = Promise.withResolvers<string>()
  const hurry = new AbortController()
  let signals = 0
  // `on`, not `once`: a terminal signals the whole group and the launcher passes the signal on; without a listener, the
  // second one would end the process in the middle of its stopping.
  process.on('SIGTERM', () => {
    resolve('SIGTERM')
    signals++
    if (signals > 1) hurry.abort()
  })
  process.on('SIGINT', () => {
    hurry.abort()
    resolve('SIGINT')
  })
  process.once('disconnect', () => {
    hurry.abort()
    resolve('the launcher ended')
  })
  return { first, hurry: hurry.signal }
}

/** From the end of the drain; the next start continues work that still runs then. */
const STOP_MS = 4500

async function main(command: string, words: string[]): Promise<void> {
  // New files are readable by the service alone: they hold customers' data, keys and secrets.
  process.umask(0o077)
  // Each loads what it runs: an export does not wait until the modules of the whole service are there.
  if (command === 'alone') return (await import('./process/alone.ts')).startAlone()
  const wish = stopWish()
  if (command === 'demo') Object.assign(process.env, demoEnvironment(process.env))
  const config = readConfig(process.env)
  const { startService } = await import('./process/service.ts')
  const service = await startService(config, process.env, startOptions(words))
  // Now, since a process that is killed later would leave no cache for its next start.
  flushCompileCache()
  // A launcher that asked for the service learns where it is.
  process.send?.({ baseUrl: service.localUrl, setUpLink: service.setUpLink })
  const demo = command === 'demo' ? showDemo(service, config) : null
  try {
    const reason = await (demo ? Promise.race([wish.first, demo.broken]) : wish.first)
    service.log.info({ reason }, 'stopping')
    await service.drain(wish.hurry)
  } finally {
    setTimeout(() => process.exit(0), STOP_MS).unref()
    await demo?.stop()
    await service.stop()
  }
}

function startOptions(words: string[]): StartOptions {
  const unknown = words.find((word) => word !== ACCEPT_NEW_STORAGE)
  if (unknown !== undefined) throw new ConfigError(`expected ${ACCEPT_NEW_STORAGE} or nothing; got "${unknown}"`)
  return { acceptNewStorage: words.includes(ACCEPT_NEW_STORAGE) }
}

function showDemo({ baseUrl, localUrl }: Service, { dataDir, port }: Config): Demo {
  return startDemo({
    baseUrl,
    localUrl,
    adminKey: readFileSync(adminKeyFile(dataDir), 'utf8').trim(),
    folder: join(dataDir, 'demo'),
    port: port === 0 ? 0 : port + 1,
  })
}

/** Errors that the operator can fix are shown without a stack. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isOperators = [ConfigError, DatabaseUrlError, WrongMasterKeyError, StorageError, WrongStorageError].some(
    (kind) => error instanceof kind,
  )
  if (isOperators) return `The service does not start: ${error.message}`
  if (!isConnectionError(error)) return error.stack ?? error.message
  const why = errorCode(error) ?? error.message
  return `The service does not start: the database does not answer (${why}). "fiducial doctor" says what to do.`
}

main(process.argv[2] ?? 'serve', process.argv.slice(3)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${visibleLines(reasonOf(error))}\n`)
    process.exit(1)
  },
)
