import { decodePointChunks } from '../../../formats/pcd/pointChunks.ts'
import type { ChunkAnswer, ChunkRequest } from './chunkLoader.ts'
import { shownPositionsOf } from './loadedChunk.ts'

// Fetches and prepares clouds off the page's thread; the bytes are handed over, not copied.
const aborts = new Map<number, AbortController>()

async function load(id: number, url: string): Promise<void> {
  const abort = new AbortController()
  aborts.set(id, abort)
  try {
    const response = await fetch(url, { signal: abort.signal })
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
    const bytes = await response.arrayBuffer()
    const chunks = decodePointChunks(new Uint8Array(bytes))
    const shown = shownPositionsOf(chunks)
    const isCopy = shown !== chunks.positions
    answer({ id, bytes, shown: isCopy ? shown : null }, isCopy ? [bytes, shown.buffer as ArrayBuffer] : [bytes])
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) }, [])
  } finally {
    aborts.delete(id)
  }
}

function answer(message: ChunkAnswer, transfer: Transferable[]): void {
  self.postMessage(message, { transfer })
}

self.addEventListener('message', ({ data }: MessageEvent<ChunkRequest>) => {
  if (data.url === null) aborts.get(data.id)?.abort()
  else void load(data.id, data.url)
})
