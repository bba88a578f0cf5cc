// Fetches and decodes images off the main thread. One request at a time a worker; the pool hands them out.

import type { DecodeAnswer, DecodeRequest } from './decodeMessages.ts'

interface WorkerScope {
  onmessage: ((event: MessageEvent<DecodeRequest>) => void) | null
  postMessage(message: DecodeAnswer, transfer?: Transferable[]): void
}

const scope = globalThis as unknown as WorkerScope
/** Of bytes loaded, at most so often. */
const PROGRESS_MS = 100

scope.onmessage = async ({ data: { id, url } }) => {
  try {
    const blob = await load(url, (loadedBytes) => scope.postMessage({ id, kind: 'progress', loadedBytes }))
    const bitmap = await createImageBitmap(blob)
    scope.postMessage({ id, kind: 'decoded', bitmap }, [bitmap])
  } catch (error) {
    scope.postMessage({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
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
