// Fetches and decodes images off the main thread. One request at a time a worker; the pool hands them out.

import { serveWorker } from '../kit/worker/serveWorker.ts'
import type { DecodeProgress, DecodeRequest } from './decodeMessages.ts'

/** Of bytes loaded, at most so often. */
const PROGRESS_MS = 100

serveWorker<DecodeRequest, ImageBitmap, never, DecodeProgress>({
  async answer(url, { onProgress }) {
    const result = await createImageBitmap(await load(url, onProgress))
    return { result, transfer: [result] }
  },
})

async function load(url: string, onProgress: (loadedBytes: number) => void): Promise<Blob> {
  const response = await fetch(url, { credentials: 'same-origin' })
  if (!response.ok || !response.body) throw new Error(`the image could not be loaded (${response.status})`)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let loadedBytes = 0
  let toldAtMs = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    loadedBytes += value.byteLength
    if (performance.now() - toldAtMs > PROGRESS_MS) {
      toldAtMs = performance.now()
      onProgress(loadedBytes)
    }
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
}
