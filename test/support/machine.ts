import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface MachinePlace {
  /** Folder that holds bin/postgres. */
  home: string
  data: string
  port: number
  /** Ids of the account that it runs as. */
  options: { uid?: number; gid?: number; cwd: string; stdio: 'ignore' }
}

/** One PostgreSQL of a test alone, on a port of loopback, that may lose its power. */
export class Machine {
  readonly place: MachinePlace
  readonly url: string
  #server: ChildProcess | null = null

  constructor(place: MachinePlace) {
    this.place = place
    this.url = `postgresql://postgres@127.0.0.1:${place.port}/postgres`
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const { home, data, options } = this.place
    this.#server = spawn(join(home, 'bin', 'postgres'), ['-D', data], options)
    for (let attempt = 1; ; attempt++) {
      try {
        await this.run('select 1')
        return
      } catch (error) {
        if (attempt === 300) throw error
        await sleep(100)
      }
    }
  }

  /** Runs statements one after another in one of its databases. Answers the rows of the last. */
  async run(...statements: readonly string[]): Promise<Record<string, unknown>[]> {
    return runAt(this.url, statements)
  }

  /** Kills all its processes at once, like a power failure. */
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

/** Runs statements one after the other on one connection. Answers the rows of the last. */
export async function runAt(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** Where the system does not list them, they end by themselves when they notice the death of their server. */
function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(list)) return []
  return readFileSync(list, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}
