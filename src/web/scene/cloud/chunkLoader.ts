import { decodePointChunks } from '../../../pcd/pointChunks.ts'
import { WorkerClient } from '../../kit/worker/workerClient.ts'
import type { ChunkAnswer, ChunkProgress, ChunkRequest } from './chunkMessages.ts'
import type { LoadedChunk } from './loadedChunk.ts'

const start = () => new Worker(new URL('./chunk.worker.ts', import.meta.url), { type: 'module' })

/** Loads clouds in a separate worker. */
export class ChunkLoader {
  readonly #worker = new WorkerClient<ChunkRequest, ChunkAnswer, never, ChunkProgress>(start)
  readonly #onProgress: (url: string, loadedBytes: number) => void

  constructor(onProgress: (url: string, loadedBytes: number) => void = () => {}) {
    this.#onProgress = onProgress
  }

  load = async (url: string, signal: AbortSignal): Promise<LoadedChunk> => {
    // A worker resolves relative addresses from its script: they mean the page's.
    const { bytes, shown } = await this.#worker.ask(new URL(url, document.baseURI).href, {
      signal,
      onProgress: (loadedBytes) => this.#onProgress(url, loadedBytes),
    })
    const chunks = decodePointChunks(new Uint8Array(bytes))
    const byteLength = bytes.byteLength + (shown?.byteLength ?? 0)
    return { ...chunks, shownPositions: shown ?? chunks.positions, byteLength }
  }

  dispose(): void {
    this.#worker.close()
  }
}
