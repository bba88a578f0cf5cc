import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { distributeDatabase } from '../../src/operate/distribution/distribute.ts'
import { chooseAccount, spawnAs } from '../../src/store/postgres/account.ts'

const MACHINES = 3
// Few, since each test makes all its shards anew.
const SHARDS = 4

/** A coordinator and two workers on loopback, each with its log as JSON. */
export interface CitusCluster {
  /** Connection strings of all machines, the coordinator first. */
  urls: string[]
  stop(): Promise<void>
}

/** @param home folder of a PostgreSQL with Citus, which holds bin/postgres */
export async function startCitus(home: string): Promise<CitusCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-citus-'))
  chmodSync(folder, 0o755)
  const account = chooseAccount(join(folder, 'coordinator'))
  chownSync(folder, account.uid, account.gid)
  const servers: ChildProcess[] = []
  const urls: string[] = []
  const stop = async () => {
    for (const server of servers) server.kill('SIGINT')
    await Promise.all(servers.map((server) => server.exitCode === null && once(server, 'exit')))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (let n = 0; n < MACHINES; n++) {
      const data = join(folder, `machine-${n}`)
      const options = { ...spawnAs(account), cwd: folder, stdio: 'ignore' as const }
      execFileSync(join(home, 'bin', 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '-N'], options)
      const port = await freePort()
      appendFileSync(join(data, 'postgresql.conf'), settingsOf(port, folder))
      servers.push(spawn(join(home, 'bin', 'postgres'), ['-D', data], options))
      urls.push(`postgresql://postgres@127.0.0.1:${port}/postgres`)
    }
    for (const url of urls) await answering(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { urls, stop }
}

const settingsOf = (port: number, folder: string) => `
shared_preload_libraries = 'citus'
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
max_connections = 200
max_prepared_transactions = 400
logging_collector = on
log_destination = jsonlog
citus.shard_count = ${SHARDS}
citus.node_conninfo = 'sslmode=prefer'
`

/** Makes a database on all machines and divides it. Answers its connection string on the coordinator. */
export async function makeDividedDatabase(urls: readonly string[], name: string): Promise<string> {
  const url = await makeCitusDatabase(urls, name)
  await distributeDatabase({ DATABASE_URL: url }, { dryRun: false })
  return url
}

/** The same, empty, with nothing divided yet. */
export async function makeCitusDatabase(urls: readonly string[], name: string): Promise<string> {
  const places = urls.map((url) => Object.assign(new URL(url), { pathname: `/${name}` }))
  for (const [n, url] of urls.entries()) {
    await run(url, ['set citus.enable_create_database_propagation = off', `create database ${name}`])
    await run(places[n].href, ['create extension citus'])
  }
  const [coordinator, ...workers] = places
  await run(coordinator.href, [
    `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`,
    ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
  ])
  return coordinator.href
}

export async function dropDividedDatabase(urls: readonly string[], name: string): Promise<void> {
  for (const url of urls) {
    await run(url, [
      'set citus.enable_create_database_propagation = off',
      `drop database if exists ${name} with (force)`,
    ])
  }
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function answering(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(url, ['select 1'])
    } catch (error) {
      if (attempt === 300) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
