import { Worker } from 'node:worker_threads'
import type { StoredFile } from './fileStore.ts'
import type { SmallFileGroup, SmallFileOutcome } from './smallFileThread.ts'
import { onDisk } from './temporaryFile.ts'

/** Files up to this are put in groups. */
export const SMALL_FILE_BYTES = 64 * 1024
const MOST_TOGETHER = 64

interface WaitingFile {
  bytes: Uint8Array
  done(stored: StoredFile): void
  failed(error: unknown): void
}

/**
 * Stores small files: those that arrive during a write are written together, on one thread that makes the system calls
 * one after another. Separately, each would take about twenty turns of the thread pool, more than the disk needs.
 */
export class SmallFiles {
  readonly #folders: { root: string; temporary: string }
  #thread: Worker | null = null
  #waiting: WaitingFile[] = []
  #atWork: WaitingFile[] = []

  constructor(folders: { root: string; temporary: string }) {
    this.#folders = folders
  }

  put(bytes: Uint8Array): Promise<StoredFile> {
    return onDisk(
      new Promise<StoredFile>((done, failed) => {
        this.#waiting.push({ bytes, done, failed })
        // Deferred, so that other files of this turn of the loop join.
        if (this.#waiting.length === 1 && this.#atWork.length === 0) setImmediate(() => this.#next())
      }),
    )
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#atWork.length > 0) return
    this.#atWork = this.#waiting.splice(0, MOST_TOGETHER)
    this.#thread ??= this.#start()
    // A process may end when nothing is being written.
    this.#thread.ref()
    const bytes = Buffer.concat(this.#atWork.map((file) => file.bytes))
    const lengths = this.#atWork.map((file) => file.bytes.length)
    this.#thread.postMessage({ bytes, lengths } satisfies SmallFileGroup)
  }

  #start(): Worker {
    const thread = new Worker(new URL('./smallFileThread.ts', import.meta.url), { workerData: this.#folders })
    thread.on('message', (outcomes: SmallFileOutcome[]) => {
      thread.unref()
      this.#settle((file, n) => {
        const outcome = outcomes[n]
        if ('sha256' in outcome) file.done({ sha256: outcome.sha256, bytes: file.bytes.length })
        else file.failed(Object.assign(new Error(outcome.message), { code: outcome.code }))
      })
    })
    const lose = (error: Error) => {
      if (this.#thread !== thread) return
      this.#thread = null
      this.#settle((file) => file.failed(error))
    }
    thread.on('error', lose)
    thread.on('exit', (code) => lose(new Error(`the thread that writes files ended with code ${code}`)))
    return thread
  }

  #settle(end: (file: WaitingFile, n: number) => void): void {
    for (const [n, file] of this.#atWork.splice(0).entries()) end(file, n)
    this.#next()
  }
}
