import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf, MANIFEST_FILE, type ModelManifest, readModelManifest } from '../formats/models/manifest.ts'
import { isAssistantName } from '../model/assistants/assistant.ts'

const MOST_MANIFEST_BYTES = 256 * 1024

/** A model that the operator installed, or why it cannot be used. */
export type InstalledModel = { name: string } & (
  | { manifest: ModelManifest; build: string; problem: null }
  | { manifest: null; build: null; problem: string }
)

/**
 * Models that run in the page: one folder each, with a manifest. Links are not followed: only files in the folder are
 * sent.
 */
export class ModelFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** By name. */
  async list(): Promise<InstalledModel[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch(() => [])
    const names = entries.filter((entry) => entry.isDirectory() && isAssistantName(entry.name)).map(({ name }) => name)
    return Promise.all(names.sort().map((name) => this.#read(name)))
  }

  async find(name: string): Promise<InstalledModel | null> {
    if (!isAssistantName(name)) return null
    const folder = await lstat(join(this.#folder, name)).catch(() => null)
    return folder?.isDirectory() ? this.#read(name) : null
  }

  /** Opens a file that the model's manifest names; null if there is none. */
  async open(model: InstalledModel, file: string): Promise<{ handle: FileHandle; bytes: number } | null> {
    if (!model.manifest || ![MANIFEST_FILE, ...filesOf(model.manifest)].includes(file)) return null
    const path = join(this.#folder, model.name, file)
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null)
    if (!handle) return null
    const facts = await handle.stat()
    if (facts.isFile()) return { handle, bytes: facts.size }
    await handle.close()
    return null
  }

  async #read(name: string): Promise<InstalledModel> {
    const broken = (problem: string): InstalledModel => ({ name, manifest: null, build: null, problem })
    const path = join(this.#folder, name, MANIFEST_FILE)
    const facts = await lstat(path).catch(() => null)
    if (!facts?.isFile()) return broken(`there is no file ${MANIFEST_FILE}`)
    if (facts.size > MOST_MANIFEST_BYTES) return broken(`${MANIFEST_FILE} is larger than ${MOST_MANIFEST_BYTES} bytes`)
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text === null) return broken(`${MANIFEST_FILE} cannot be read`)
    const read = readModelManifest(text)
    if ('problem' in read) return broken(read.problem)
    const hash = createHash('sha256').update(text)
    for (const file of filesOf(read.manifest)) {
      const found = await lstat(join(this.#folder, name, file)).catch(() => null)
      if (!found?.isFile()) return broken(`there is no file ${file}`)
      hash.update(`${file} ${found.size} ${found.mtimeMs}\n`)
    }
    return { name, manifest: read.manifest, build: hash.digest('hex').slice(0, 16), problem: null }
  }
}
