import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { FiducialClient } from '../client/fiducialClient.ts'
import { isUuid } from '../model/uuid.ts'
import { type CliIo, RefusedError, UsageError } from './io.ts'

/** Options that every command takes. */
export interface GlobalOptions {
  json?: boolean
  url?: string
  key?: string
  project?: string
}

/** One run of the command line: where the service is, with which key, and how to answer. */
export class CliSession {
  readonly io: CliIo
  options: GlobalOptions = {}
  /** The exit code of the process when nothing is thrown: 1 if a file or one of many jobs was refused. */
  exitCode = 0
  /** Aborted when the command is asked to end; absent where that ends the process. */
  stop: AbortSignal | undefined

  constructor(io: CliIo) {
    this.io = io
  }

  /** Prints the value as JSON with --json, otherwise the text that `render` makes for people. */
  print<T>(value: T, render: (value: T) => string): void {
    this.io.out(this.options.json ? `${JSON.stringify(value, null, 2)}\n` : render(value))
  }

  /** A client of the service, without a project. */
  client(): FiducialClient {
    // A person waits: the patience of the client's own defaults would look like a command that hangs.
    const retries = { attempts: 3, firstDelayMs: 200, maxDelayMs: 5000 }
    return new FiducialClient({ baseUrl: this.baseUrl, apiKey: this.#apiKey(), retries })
  }

  /** A client of the project with that id or name; of the only project if no name was given. */
  async project(named = this.options.project): Promise<FiducialClient> {
    const client = this.client()
    if (named !== undefined && isUuid(named)) return client.forProject(named)
    const projects = await client.admin.projects()
    const fitting = named === undefined ? projects : projects.filter(({ name }) => name === named)
    if (fitting.length === 1) return client.forProject(fitting[0].project_id)
    if (named === undefined) {
      throw new UsageError(
        projects.length === 0
          ? 'there is no project yet: fiducial project create NAME --base IMAGE'
          : 'there are several projects: name one with --project (its id or name)',
      )
    }
    throw new RefusedError(`${fitting.length === 0 ? 'no project' : 'more than one project'} is called "${named}"`)
  }

  /** The address of the service. @throws UsageError */
  get baseUrl(): string {
    const { FIDUCIAL_URL, BASE_URL, HOST, PORT } = this.io.env
    const host = HOST && !['0.0.0.0', '::'].includes(HOST) ? HOST : '127.0.0.1'
    const url = this.options.url || FIDUCIAL_URL || BASE_URL || `http://${host}:${PORT && PORT !== '0' ? PORT : 8080}`
    if (!URL.canParse(url) || !/^https?:/.test(url)) throw new UsageError(`"${url}" is no http(s) address`)
    return url
  }

  #apiKey(): string {
    const given = this.options.key || this.io.env.FIDUCIAL_KEY
    if (given) return given
    const file = resolve(this.io.cwd, this.io.env.DATA_DIR || './data', 'admin-key')
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      throw new RefusedError(`no key: set FIDUCIAL_KEY, or run this where the service keeps its own (${file})`)
    }
  }
}
