import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { openDatabase } from '../src/store/postgres/database.ts'
import { FolderInUseError, lockFolder } from '../src/store/postgres/lock.ts'
import { silentLog } from '../src/store/postgres/log.ts'
import { findPostmaster, stopPostmaster } from '../src/store/postgres/postmaster.ts'

/**
 * Keeps one PostgreSQL for all test processes of a checkout, in a separate process: each of them holds a connection to
 * its socket, and when the last one disconnects (for whatever reason) the server stops and its data is removed.
 * Arguments: the folder to work in.
 */
const IDLE_MS = 5000

const folder = process.argv[2]
mkdirSync(folder, { recursive: true })
chmodSync(folder, 0o755)
const lock = takeFolder()
await removeLeftovers()
const dataDir = mkdtempSync(join(folder, 'data-'))
// The server may have to run as another user than root.
chmodSync(dataDir, 0o755)
const database = await openDatabase({
  databaseUrl: null,
  dataDir,
  log: silentLog,
  settings: { max_connections: '200' },
})

const users = new Set<unknown>()
let idle = setTimeout(stop, IDLE_MS)
const socketPath = join(folder, 'keeper.sock')
const door = createServer((user) => {
  clearTimeout(idle)
  users.add(user)
  user.on('error', () => {})
  user.on('close', () => {
    users.delete(user)
    clearTimeout(idle)
    if (users.size === 0) idle = setTimeout(stop, IDLE_MS)
  })
  user.write(`${database.administratorConnectionString}\n`)
})
rmSync(socketPath, { force: true })
door.listen(socketPath)

async function stop(): Promise<void> {
  door.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
  lock.release()
  process.exit(0)
}

function takeFolder() {
  try {
    return lockFolder(folder)
  } catch (error) {
    // Another process was faster; the process that started us connects to that one.
    if (error instanceof FolderInUseError) process.exit(0)
    throw error
  }
}

async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith('data-'))) {
    const cluster = join(folder, name, 'postgres')
    const server = existsSync(cluster) ? findPostmaster(cluster) : null
    if (server) await stopPostmaster(cluster, server.pid)
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}
