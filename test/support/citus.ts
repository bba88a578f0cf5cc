import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { distributeDatabase } from '../../src/operate/distribution/distribute.ts'
import { type Account, chooseAccount, spawnAs } from '../../src/store/postgres/account.ts'

const MACHINES = 3
// Few, since each test makes all its shards anew.
const SHARDS = 4

/** A coordinator and workers on loopback, each with its log as JSON. */
export class CitusCluster {
  /** The coordinator first. */
  readonly machines: Machine[] = []
  readonly #home: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'fiducial-citus-'))
  readonly #account: Account

  private constructor(home: string) {
    this.#home = home
    chmodSync(this.#folder, 0o755)
    this.#account = chooseAccount(join(this.#folder, 'coordinator'))
    chownSync(this.#folder, this.#account.uid, this.#account.gid)
  }

  /** With two workers. @param home folder of a PostgreSQL with Citus, which holds bin/postgres */
  static async start(home: string): Promise<CitusCluster> {
    const cluster = new CitusCluster(home)
    try {
      for (let n = 0; n < MACHINES; n++) await cluster.add()
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return cluster
  }

  /** Connection strings of all machines. */
  get urls(): string[] {
    return this.machines.map(({ url }) => url)
  }

  /** One machine more, with nothing on it. */
  async add(): Promise<Machine> {
    const data = join(this.#folder, `machine-${this.machines.length}`)
    const options = { ...spawnAs(this.#account), cwd: this.#folder, stdio: 'ignore' as const }
    execFileSync(join(this.#home, 'bin', 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '-N'], options)
    const port = await freePort()
    appendFileSync(join(data, 'postgresql.conf'), settingsOf(port, this.#folder))
    const machine = new Machine(port, () => spawn(join(this.#home, 'bin', 'postgres'), ['-D', data], options))
    this.machines.push(machine)
    await machine.start()
    return machine
  }

  async stop(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()))
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** One PostgreSQL of a cluster. */
export class Machine {
  readonly url: string
  readonly #spawn: () => ChildProcess
  #server: ChildProcess | null = null

  constructor(port: number, spawn: () => ChildProcess) {
    this.url = `postgresql://postgres@127.0.0.1:${port}/postgres`
    this.#spawn = spawn
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    this.#server = this.#spawn()
    await answering(this.url)
  }

  /** All its processes at once, as when the power goes. */
  async kill(): Promise<void> {
    const server = this.#server
    if (!server?.pid) return
    // Stopped first, lest it notices the death of its children.
    server.kill('SIGSTOP')
    for (const pid of childrenOf(server.pid)) process.kill(pid, 'SIGKILL')
    server.kill('SIGKILL')
    await once(server, 'exit')
    this.#server = null
  }

  async stop(): Promise<void> {
    if (!this.#server || this.#server.exitCode !== null) return
    this.#server.kill('SIGINT')
    await once(this.#server, 'exit')
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const settingsOf = (port: number, folder: string) => `
shared_preload_libraries = 'citus'
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
max_connections = 200
max_prepared_transactions = 400
wal_level = logical
logging_collector = on
log_destination = jsonlog
log_rotation_size = 0
log_rotation_age = 0
citus.shard_count = ${SHARDS}
citus.node_conninfo = 'sslmode=prefer'
citus.recover_2pc_interval = 2s
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
  for (const url of urls) await makeEmptyDatabase(url, name)
  const [coordinator, ...workers] = places
  await run(coordinator.href, [
    `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`,
    ...workers.map(({ hostname, port }) => `select citus_add_node('${hostname}', ${port})`),
  ])
  return coordinator.href
}

/** Makes the database on a machine that was added, and lets it hold parts. */
export async function joinDividedDatabase(coordinator: string, added: string): Promise<void> {
  const { pathname } = new URL(coordinator)
  await makeEmptyDatabase(added, pathname.slice(1))
  const { hostname, port } = new URL(added)
  await run(coordinator, [`select citus_add_node('${hostname}', ${port})`])
}

async function makeEmptyDatabase(url: string, name: string): Promise<void> {
  await run(url, ['set citus.enable_create_database_propagation = off', `create database ${name}`])
  await run(Object.assign(new URL(url), { pathname: `/${name}` }).href, ['create extension citus'])
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
