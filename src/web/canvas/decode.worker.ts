// Fetches and decodes images off the main thread. One request at a time a worker; the pool hands them out.

import { serveWorker } from '../kit/worker/serveWorker.ts'
import type { DecodeProgress, DecodeRequest } from './decodeMessages.ts'

/** The minimum time between progress reports. */
const PROGRESS_MS = 100

serveWorker<DecodeRequest, ImageBitmap, never, DecodeProgress>({
  async answer(url, { onProgress }) {
    const file = await load(url, onProgress)
    const result = (await windowed(file)) ?? (await createImageBitmap(file))
    return { result, transfer: [result] }
  },
})

/** The header of a PNG: its signature, and the offset of its bit depth. */
const PNG_HEAD = { signature: 'PNG', at: 1, depthAt: 24, bytes: 26 }
const DEEP_BITS = 16

/** A 16-bit PNG that uses only a few of its bits; null for all other pictures, which browsers show correctly. */
async function windowed(file: Blob): Promise<ImageBitmap | null> {
  const head = new Uint8Array(await file.slice(0, PNG_HEAD.bytes).arrayBuffer())
  const { signature, at, depthAt } = PNG_HEAD
  const isPng = new TextDecoder('latin1').decode(head.subarray(at, at + signature.length)) === signature
  if (!isPng || head[depthAt] !== DEEP_BITS) return null
  const { windowedPicture } = await import('./deepPicture.ts')
  const shown = windowedPicture(new Uint8Array(await file.arrayBuffer()))
  return shown && createImageBitmap(new ImageData(shown.pixels, shown.widthPx, shown.heightPx))
}

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
