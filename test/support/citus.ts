import { distributeDatabase } from '../../src/operate/distribution/distribute.ts'
import { type Machine, runAt } from './machine.ts'
import { MachineFolder } from './machineFolder.ts'

const MACHINES = 3
// Few, because each test creates all its shards.
const SHARDS = 4

/** A coordinator and workers on loopback, each with its log as JSON. */
export class CitusCluster {
  /** The coordinator first. */
  readonly machines: Machine[] = []
  readonly #folder: MachineFolder

  private constructor(home: string) {
    this.#folder = new MachineFolder(home)
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

  /** Adds an empty machine. */
  async add(): Promise<Machine> {
    const machine = await this.#folder.add(SETTINGS)
    this.machines.push(machine)
    return machine
  }

  /** A replica of one of its machines, which is not yet part of the cluster. */
  addStandby(machine: Machine): Promise<Machine> {
    return this.#folder.addStandby(machine)
  }

  async stop(): Promise<void> {
    await this.#folder.clear()
  }
}

const SETTINGS = `
shared_preload_libraries = 'citus'
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

/** The same, empty and not yet distributed. */
export async function makeCitusDatabase(urls: readonly string[], name: string): Promise<string> {
  const places = urls.map((url) => Object.assign(new URL(url), { pathname: `/${name}` }))
  for (const url of urls) await makeEmptyDatabase(url, name)
  const [coordinator, ...workers] = places
  await runAt(coordinator.href, [
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
  await runAt(coordinator, [`select citus_add_node('${hostname}', ${port})`])
}

async function makeEmptyDatabase(url: string, name: string): Promise<void> {
  await runAt(url, ['set citus.enable_create_database_propagation = off', `create database ${name}`])
  await runAt(Object.assign(new URL(url), { pathname: `/${name}` }).href, ['create extension citus'])
}

export async function dropDividedDatabase(urls: readonly string[], name: string): Promise<void> {
  for (const url of urls) {
    await runAt(url, [
      'set citus.enable_create_database_propagation = off',
      `drop database if exists ${name} with (force)`,
    ])
  }
}
