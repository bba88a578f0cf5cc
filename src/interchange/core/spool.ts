import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Piece, Spool } from './archive.ts'

const IN_MEMORY_CHARACTERS = 1024 * 1024

/** Text stored for later: in memory while it is short, then in a file. */
export class FileSpool implements Spool {
  readonly #path: string
  #texts: string[] = []
  #length = 0
  #file: WriteStream | null = null
  #drained: Promise<void> | null = null
  count = 0

  constructor(path: string) {
    this.#path = path
  }

  write(text: string): void {
    this.#texts.push(text)
    this.#length += text.length
    this.count++
    if (this.#length >= IN_MEMORY_CHARACTERS) this.#pour()
  }

  async flush(): Promise<void> {
    const drained = this.#drained
    this.#drained = null
    await drained
  }

  async *content(): AsyncGenerator<Piece> {
    const file = this.#file
    if (!file) {
      yield this.#texts.join('')
      return
    }
    if (!file.writableEnded) {
      this.#pour()
      file.end()
    }
    if (!file.writableFinished) await finished(file)
    yield* createReadStream(this.#path)
  }

  #pour(): void {
    const text = this.#texts.join('')
    this.#texts = []
    this.#length = 0
    this.#file ??= createWriteStream(this.#path)
    const file = this.#file
    if (file.write(text) || this.#drained) return
    this.#drained = new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        file.off('drain', settle).off('error', settle)
        error ? reject(error) : resolve()
      }
      file.once('drain', settle).once('error', settle)
    })
    // Awaited by flush; a failure that is not awaited yet must not end the process.
    this.#drained.catch(() => {})
  }
}
