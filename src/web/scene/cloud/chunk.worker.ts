import { decodePointChunks } from '../../../pcd/pointChunks.ts'
import { serveWorker } from '../../kit/worker/serveWorker.ts'
import type { ChunkAnswer, ChunkProgress, ChunkRequest } from './chunkMessages.ts'
import { shownPositionsOf } from './loadedChunk.ts'

const PROGRESS_EVERY_MS = 150

// Fetches and prepares clouds off the page's thread; the bytes are handed over, not copied.

serveWorker<ChunkRequest, ChunkAnswer, never, ChunkProgress>({
  async answer(url, { signal, onProgress }) {
    const response = await fetch(url, { signal })
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
    const bytes = await bodyOf(response, sometimes(onProgress))
    const chunks = decodePointChunks(new Uint8Array(bytes))
    const shown = shownPositionsOf(chunks)
    const isCopy = shown !== chunks.positions
    return {
      result: { bytes, shown: isCopy ? shown : null },
      transfer: isCopy ? [bytes, shown.buffer as ArrayBuffer] : [bytes],
    }
  },
})

/** The body, with progress reports from time to time. */
async function bodyOf({ body, headers }: Response, tell: (loaded: number) => void): Promise<ArrayBuffer> {
  // The length of a compressed response does not match the bytes that are read here.
  const length = headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0)
  if (!body) return new ArrayBuffer(0)
  return length > 0 && (await readsInPlace) ? inPlace(body, length, tell) : inParts(body, tell)
}

/** Reads directly into the final buffer: otherwise a large cloud would leave as much garbage as its size. */
async function inPlace(body: ReadableStream, length: number, tell: (loaded: number) => void): Promise<ArrayBuffer> {
  const reader = body.getReader({ mode: 'byob' })
  let buffer = new ArrayBuffer(length)
  for (let loaded = 0; loaded < length; tell(loaded)) {
    const { done, value } = await reader.read(new Uint8Array(buffer, loaded))
    if (done) throw new Error('the cloud was cut off on its way')
    buffer = value.buffer
    loaded += value.length
  }
  return buffer
}

/** Not every browser can read a body in place. */
const readsInPlace: Promise<boolean> = (async () => {
  try {
    await new Response(new Uint8Array(1)).body?.getReader({ mode: 'byob' }).cancel()
    return true
  } catch {
    return false
  }
})()

async function inParts(body: ReadableStream<Uint8Array>, tell: (loaded: number) => void): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = []
  let loaded = 0
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    loaded += part.value.length
    tell(loaded)
  }
  const bytes = new Uint8Array(loaded)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes.buffer
}

/** Limits how often the function is called. */
function sometimes(onProgress: (loaded: number) => void): (loaded: number) => void {
  let calledAt = performance.now()
  return (loaded) => {
    if (performance.now() - calledAt < PROGRESS_EVERY_MS) return
    calledAt = performance.now()
    onProgress(loaded)
  }
}
