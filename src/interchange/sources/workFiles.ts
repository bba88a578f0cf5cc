import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { SourceError } from '../layouts/layout.ts'

/** This share of the disk stays free: the service needs it for everything else. */
const FREE_SHARE = 0.05
const CHECK_BYTES = 64 * 1024 * 1024
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Temporary files of one ingest, in a folder that ends with it. */
export class WorkFiles {
  readonly folder: string
  readonly #signal: AbortSignal | undefined

  private constructor(folder: string, signal: AbortSignal | undefined) {
    this.folder = folder
    this.#signal = signal
  }

  /** `signal`: ends what is being written, with its reason. */
  static async make(parent: string, signal?: AbortSignal): Promise<WorkFiles> {
    const folder = join(parent, randomUUID())
    await mkdir(folder, { recursive: true })
    return new WorkFiles(folder, signal)
  }

  /**
   * Writes a file piece by piece and answers its path.
   * @throws SourceError INSUFFICIENT_STORAGE; what the source throws passes through
   */
  async write(source: AsyncIterable<Uint8Array>): Promise<string> {
    const path = join(this.folder, randomUUID())
    const file = await open(path, 'wx')
    try {
      let unchecked = CHECK_BYTES
      for await (const piece of source) {
        this.#signal?.throwIfAborted()
        unchecked += piece.length
        if (unchecked >= CHECK_BYTES) {
          await this.ensureRoom()
          unchecked = 0
        }
        await file.writeFile(piece)
      }
    } catch (error) {
      await rm(path, { force: true })
      throw isFull(error) ? noRoom() : error
    } finally {
      await file.close()
    }
    return path
  }

  /** @throws SourceError INSUFFICIENT_STORAGE where the disk is almost full */
  async ensureRoom(): Promise<void> {
    const { bavail, blocks } = await statfs(this.folder)
    if (bavail < blocks * FREE_SHARE) throw noRoom()
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}

const isFull = (error: unknown) => error instanceof Error && 'code' in error && FULL.has(error.code)

const noRoom = () => new SourceError('INSUFFICIENT_STORAGE', 'the disk of the service is almost full')
