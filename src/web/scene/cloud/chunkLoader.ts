import { decodePointChunks } from '../../../formats/pcd/pointChunks.ts'
import type { ChunkAnswer, ChunkRequest } from './chunkMessages.ts'
import type { LoadedChunk } from './loadedChunk.ts'

interface Waiting {
  url: string
  resolve(chunk: LoadedChunk): void
  reject(error: Error): void
}

/** Loads clouds in a worker of its own. */
export class ChunkLoader {
  readonly #worker = new Worker(new URL('./chunk.worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, Waiting>()
  readonly #onProgress: (url: string, loadedBytes: number) => void
  #nextId = 1

  constructor(onProgress: (url: string, loadedBytes: number) => void = () => {}) {
    this.#onProgress = onProgress
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ChunkAnswer>) => this.#take(data))
    this.#worker.addEventListener('error', ({ message }) => this.#failAll(message || 'the worker did not start'))
  }

  load = (url: string, signal: AbortSignal): Promise<LoadedChunk> => {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { url, resolve, reject })
      signal.addEventListener('abort', () => this.#send({ id, url: null }), { once: true })
      // The worker's own place is that of its script: relative addresses mean the page's.
      this.#send({ id, url: new URL(url, document.baseURI).href })
    })
  }

  dispose(): void {
    this.#worker.terminate()
    this.#failAll('closed')
  }

  #send(request: ChunkRequest): void {
    this.#worker.postMessage(request)
  }

  #take(answer: ChunkAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    if ('loaded' in answer) {
      if (waiting) this.#onProgress(waiting.url, answer.loaded)
      return
    }
    this.#waiting.delete(answer.id)
    if ('error' in answer) {
      waiting?.reject(new Error(answer.error))
      return
    }
    const chunks = decodePointChunks(new Uint8Array(answer.bytes))
    const byteLength = answer.bytes.byteLength + (answer.shown?.byteLength ?? 0)
    waiting?.resolve({ ...chunks, shownPositions: answer.shown ?? chunks.positions, byteLength })
  }

  #failAll(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(message))
    this.#waiting.clear()
  }
}
