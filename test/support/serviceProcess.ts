import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster, stopPostmaster } from '../../src/store/postgres/postmaster.ts'
import { freePort } from './freePort.ts'
import { RECORDING, watchService } from './touched.ts'

export interface ServiceOptions {
  /** Left out: `serve`. */
  command?: 'serve' | 'demo'
  /** Left out: a new folder, which `remove` takes away. */
  dataDir?: string
  /** Left out: the embedded PostgreSQL, in the data folder. */
  databaseUrl?: string
  /** Settings beyond the impatient ones below. */
  env?: Readonly<Record<string, string>>
  /** A module to run instead of the service's own, with its arguments after `serve`. */
  entry?: { url: URL; args: readonly string[] }
}

const MAIN = new URL('../../src/main.ts', import.meta.url)

// Shortens waits of minutes to moments.
const IMPATIENT: Readonly<Record<string, string>> = {
  HOST: '127.0.0.1',
  RATE_LIMIT: '0',
  ALLOW_NETWORKS: '127.0.0.0/8',
  DOWNLOAD_RETRIES: '50ms,50ms,50ms',
  CALLBACK_SCHEDULE: `0s,${Array(40).fill('300ms').join()}`,
  LEASE_SECONDS: '5',
  DRAIN_SECONDS: '0',
  LOG_LEVEL: 'warn',
  CHECK_ANSWERS: 'true',
}

const LAST_WORDS = 20_000

/** The service in a separate process, as an operator runs it: to be called over HTTP, stopped, and killed. */
export class ServiceProcess {
  readonly dataDir: string
  readonly baseUrl: string
  readonly #options: ServiceOptions
  readonly #port: number
  readonly #ownsFolder: boolean
  #child: ChildProcess | null = null
  #output = ''

  private constructor(options: ServiceOptions, port: number) {
    this.#options = options
    this.#port = port
    this.#ownsFolder = options.dataDir === undefined
    this.dataDir = options.dataDir ?? makeFolder()
    this.baseUrl = `http://127.0.0.1:${port}`
  }

  /** Resolves when it says that it is ready. @throws Error with its last words when it ends instead. */
  static async start(options: ServiceOptions = {}): Promise<ServiceProcess> {
    const service = new ServiceProcess(options, await freePort())
    await service.start()
    return service
  }

  /** Starts it (again), on the same port and folder; `entry` as in the options, for this start alone. */
  async start(entry = this.#options.entry): Promise<void> {
    const { command = 'serve' } = this.#options
    const child = spawn(process.execPath, [(entry?.url ?? MAIN).pathname, command, ...(entry?.args ?? [])], {
      env: this.#environment(),
      // Through the channel it notices that this process has ended, and stops.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = child
    let said = ''
    await new Promise<void>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        said = (said + chunk).slice(-LAST_WORDS)
        this.#output = (this.#output + chunk).slice(-LAST_WORDS)
        if (said.includes('is ready at')) resolve()
      }
      child.stdout?.on('data', listen)
      child.stderr?.on('data', listen)
      child.once('exit', (code, signal) => reject(new StartFailed(`it ended with ${code ?? signal}\n${said}`)))
    })
    if (this.#isWatched) await watchService(child)
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** What it wrote last, for messages of failed tests. */
  get output(): string {
    return this.#output
  }

  get adminKey(): string {
    return readFileSync(join(this.dataDir, 'admin-key'), 'utf8').trim()
  }

  /** Resolves when the process is gone, however it ended. */
  async ended(): Promise<void> {
    if (this.isRunning) await once(this.#child!, 'exit')
  }

  /** kill -9, of this process alone: its PostgreSQL lives on and is taken over by the next start. */
  async kill(): Promise<void> {
    if (!this.isRunning) return
    this.#child!.kill('SIGKILL')
    await this.ended()
  }

  /** SIGTERM; answers the exit code. */
  async stop(): Promise<number | null> {
    if (!this.isRunning) return null
    this.#child!.kill('SIGTERM')
    await this.ended()
    return this.#child!.exitCode
  }

  /** Ends everything that was started, and takes the folder away. */
  async remove(): Promise<void> {
    await this.kill()
    const cluster = join(this.dataDir, 'postgres')
    const server = findPostmaster(cluster)
    if (server) await stopPostmaster(cluster, server.pid)
    if (this.#ownsFolder) rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  /** Whether other options allow it; the demo's street takes too long to draw meanwhile. */
  get #isWatched(): boolean {
    return this.#options.env?.NODE_OPTIONS === undefined && this.#options.command !== 'demo'
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE } = process.env
    const { databaseUrl, env } = this.#options
    return {
      PATH,
      HOME,
      TMPDIR,
      LANG,
      NODE_COMPILE_CACHE,
      ...(this.#isWatched && RECORDING),
      ...IMPATIENT,
      ...env,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      PORT: String(this.#port),
      DATA_DIR: this.dataDir,
    }
  }
}

/** The process ended before it was ready. */
export class StartFailed extends Error {}

/** A folder that the user of an embedded PostgreSQL can enter. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-service-'))
  chmodSync(folder, 0o755)
  return folder
}
