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
    const bytes = await bodyOf(id, response)
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

const PROGRESS_EVERY_MS = 150

/** The body, telling now and then how much of it is there. */
async function bodyOf(id: number, response: Response): Promise<ArrayBuffer> {
  if (!response.body) return response.arrayBuffer()
  const parts: Uint8Array[] = []
  let loaded = 0
  let toldAt = performance.now()
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    loaded += part.value.length
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) continue
    toldAt = performance.now()
    answer({ id, loaded }, [])
  }
  const bytes = new Uint8Array(loaded)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes.buffer
}

function answer(message: ChunkAnswer, transfer: Transferable[]): void {
  self.postMessage(message, { transfer })
}

self.addEventListener('message', ({ data }: MessageEvent<ChunkRequest>) => {
  if (data.url === null) aborts.get(data.id)?.abort()
  else void load(data.id, data.url)
})
