import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { assertSha256 } from './fileStore.ts'
import { onDisk, sweepFolder } from './temporaryFile.ts'

// A path handed out is not taken away from under its reader, even if the cache is over its bound meanwhile.
const IN_USE_MS = 10 * 60_000

/**
 * Copies of remote files on this machine, limited in size; the least recently used are removed first. Losing it loses
 * nothing.
 */
export class LocalCache {
  readonly temporary: string
  readonly #folder: string
  readonly #maxBytes: number
  #addedSinceCheck = Number.POSITIVE_INFINITY

  constructor(folder: string, maxBytes: number) {
    this.#folder = join(folder, 'files')
    this.temporary = join(folder, 'temporary')
    this.#maxBytes = maxBytes
  }

  /** The path of a copy, which is marked as used; null if there is none. */
  async find(sha256: string): Promise<string | null> {
    const path = this.#pathOf(sha256)
    const now = new Date()
    const used = await utimes(path, now, now).then(
      () => true,
      () => false,
    )
    return used ? path : null
  }

  /** Takes over a file that was written to `temporary`. */
  async adopt(temporary: string, sha256: string, bytes: number): Promise<string> {
    const path = this.#pathOf(sha256)
    await onDisk(mkdir(this.#folder, { recursive: true }))
    await onDisk(rename(temporary, path))
    this.#addedSinceCheck += bytes
    // Listing the folder for every file would cost more than the files.
    if (this.#addedSinceCheck > this.#maxBytes / 16) await this.#evict()
    return path
  }

  async remove(sha256: string): Promise<void> {
    await onDisk(rm(this.#pathOf(sha256), { force: true }))
  }

  sweepTemporary(olderThanMs: number): Promise<number> {
    return sweepFolder(this.temporary, olderThanMs)
  }

  async #evict(): Promise<void> {
    this.#addedSinceCheck = 0
    const files: { path: string; bytes: number; usedAtMs: number }[] = []
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      const entry = await stat(path).catch(() => null)
      if (entry) files.push({ path, bytes: entry.size, usedAtMs: entry.mtimeMs })
    }
    files.sort((a, b) => a.usedAtMs - b.usedAtMs)
    let total = files.reduce((sum, file) => sum + file.bytes, 0)
    for (const file of files) {
      if (total <= this.#maxBytes || Date.now() - file.usedAtMs < IN_USE_MS) break
      await rm(file.path, { force: true }).catch(() => {})
      total -= file.bytes
    }
  }

  #pathOf(sha256: string): string {
    assertSha256(sha256)
    return join(this.#folder, sha256)
  }
}
