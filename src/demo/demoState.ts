import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectCreated } from '../client/types/admin.ts'

/** A project of the demo with the secrets that the service shows only once. */
export interface KnownProject extends ProjectCreated {
  /** Scopes annotate and read: the program that submits results. */
  annotator_key: string
  service_key: string
}

interface Kept {
  /** The port of the customer's server, which is part of the addresses in the jobs. */
  port: number | null
  projects: Record<string, KnownProject>
}

/** What a customer keeps between two runs: its keys and where its server is. */
export class DemoState {
  readonly #file: string
  readonly #kept: Kept

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#file = join(folder, 'demo.json')
    this.#kept = existsSync(this.#file)
      ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Kept)
      : { port: null, projects: {} }
  }

  get port(): number | null {
    return this.#kept.port
  }

  set port(port: number | null) {
    if (port === this.#kept.port) return
    this.#kept.port = port
    this.#write()
  }

  project(key: string): KnownProject | null {
    return this.#kept.projects[key] ?? null
  }

  keep(key: string, project: KnownProject): void {
    this.#kept.projects[key] = project
    this.#write()
  }

  /** Writes to a temporary file and renames it: half a file would lose the keys. */
  #write(): void {
    writeFileSync(`${this.#file}.next`, `${JSON.stringify(this.#kept, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${this.#file}.next`, this.#file)
  }
}
