import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { spawnAs } from './account.ts'
import type { Places } from './places.ts'

/** Created with the cluster. It only creates the database and its owner. */
export const SUPERUSER = 'fiducial'
/** Owns the database and works in it, without rights over the server. */
export const SERVICE_ROLE = 'fiducial_service'

const HBA_FILE = 'fiducial_hba.conf'
const IDENT_FILE = 'fiducial_ident.conf'

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // Acknowledged data survives any failure of the machine.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  shared_buffers: '128MB',
  max_connections: '60',
  max_wal_size: '1GB',
  // Files of the log are written over instead of removed: making a new one holds up every commit until it is synced.
  min_wal_size: '512MB',
  wal_buffers: '16MB',
  // After each checkpoint whole pages are logged again, so by time there are fewer; max_wal_size bounds recovery.
  checkpoint_timeout: '15min',
  autovacuum_naptime: '10s',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A killed service leaves queries behind; their rows become free once the server notices.
  client_connection_check_interval: '2s',
  log_line_prefix: '%m [%p] %a ',
  // Neither statements nor values, which contain customers' data. Errors quote values in their text, and the client
  // gets them anyway, so the log only has messages about the server itself (log is above error here).
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
}

/**
 * Creates the cluster if it is missing, in a temporary folder that is renamed when finished: an interrupted start
 * leaves nothing that looks like a database.
 */
export async function makeCluster(places: Places): Promise<void> {
  const { cluster, account } = places
  if (existsSync(join(cluster, 'PG_VERSION'))) return refuseOtherVersion(places)
  const unfinished = `${cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (account.foreign) chownSync(unfinished, account.uid, account.gid)
  // The builtin provider sorts the same on every machine; the system's own would corrupt indexes at an upgrade of libc.
  await runAs(places, 'initdb', [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    '--auth=peer',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ])
  appendFileSync(
    join(unfinished, 'postgresql.conf'),
    "\n# Rewritten at every start; change settings with ALTER SYSTEM.\ninclude_if_exists 'fiducial.conf'\n",
  )
  // Replaces nothing or an empty folder; anything else makes it fail, and stays.
  renameSync(unfinished, cluster)
}

/**
 * Only the system account of this process may connect, as verified by the kernel. Another PostgreSQL may share the
 * account of the server (`postgres`, `nobody`), which is allowed only if it is ours.
 */
function accessFiles(): Readonly<Record<string, string>> {
  const account = accountName()
  // The kernel names an account by a number without a name here: then the modes of the socket's folder are the guard.
  const rule = account === null ? 'local all all trust\n' : 'local all all peer map=fiducial\n'
  const users = [SUPERUSER, SERVICE_ROLE].map((role) => `fiducial ${JSON.stringify(account)} ${role}\n`)
  return { [HBA_FILE]: rule, [IDENT_FILE]: account === null ? '' : users.join('') }
}

/** Null for an account without an entry in the system's list, as containers may have. */
function accountName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

/** Writes the settings files, which the server reads when it starts. */
export function writeSettings(places: Places, socketFolder: string, more: Readonly<Record<string, string>>): void {
  const settings = {
    ...SETTINGS,
    unix_socket_directories: socketFolder,
    // Replaces PostgreSQL's own, so that clusters of earlier versions get them too.
    hba_file: join(places.cluster, HBA_FILE),
    ident_file: join(places.cluster, IDENT_FILE),
    ...more,
  }
  const text = Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('')
  const files = Object.entries({ ...accessFiles(), 'fiducial.conf': text })
  for (const [name, content] of files) writeChanged(places, name, content)
}

function writeChanged({ cluster, account }: Places, name: string, text: string): void {
  const file = join(cluster, name)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  writeFileSync(file, text, { mode: 0o600 })
  if (account.foreign) chownSync(file, account.uid, account.gid)
}

function refuseOtherVersion({ cluster, binaries }: Places): void {
  const ours = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const control = readFileSync(join(binaries, 'share', 'postgresql', 'postgres.bki'), 'utf8').slice(0, 200)
  const theirs = /PostgreSQL (\d+)/.exec(control)?.[1]
  if (theirs && theirs !== ours) {
    throw new Error(
      `${cluster} was made by PostgreSQL ${ours}, this program brings ${theirs}: dump it with the old version and restore`,
    )
  }
}

function runAs(places: Places, program: string, words: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(places.binaries, 'bin', program), words, {
      ...spawnAs(places.account),
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4000)
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} failed (${code}): ${said.trim()}`)),
    )
  })
}
