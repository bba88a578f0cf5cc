import type { DecodeAnswer, DecodeRequest } from './decodeMessages.ts'

/** Turns an address into pixels. Requests that were not begun can be taken back. */
export interface Decoder<Bitmap> {
  decode(url: string, signal: AbortSignal, onProgress?: (loadedBytes: number) => void): Promise<Bitmap>
  /** How many it works on at the same time. */
  readonly lanes: number
  dispose(): void
}

/** As many as help: decoding is the browser's work, and the page needs a core too. */
const WORKERS = 2

interface Lane {
  worker: Worker
  request: Request | null
}

interface Request {
  id: number
  url: string
  resolve(bitmap: ImageBitmap): void
  reject(error: Error): void
  onProgress?: (loadedBytes: number) => void
}

/** Decodes in workers; the main thread only receives the finished bitmap. */
export function workerDecoder(): Decoder<ImageBitmap> {
  const waiting: Request[] = []
  let nextId = 1
  const lanes = Array.from({ length: WORKERS }, (): Lane => {
    const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' })
    const lane: Lane = { worker, request: null }
    worker.onmessage = ({ data }: MessageEvent<DecodeAnswer>) => answered(lane, data)
    return lane
  })

  function begin(): void {
    for (const lane of lanes) {
      if (lane.request) continue
      const request = waiting.shift()
      if (!request) return
      lane.request = request
      lane.worker.postMessage({ id: request.id, url: request.url } satisfies DecodeRequest)
    }
  }

  function answered(lane: Lane, answer: DecodeAnswer): void {
    const { request } = lane
    if (!request || request.id !== answer.id) return
    if (answer.kind === 'progress') {
      request.onProgress?.(answer.loadedBytes)
      return
    }
    lane.request = null
    if (answer.kind === 'decoded') request.resolve(answer.bitmap)
    else request.reject(new Error(answer.message))
    begin()
  }

  return {
    lanes: WORKERS,
    decode: (url, signal, onProgress) =>
      new Promise((resolve, reject) => {
        const request: Request = { id: nextId++, url, resolve, reject, onProgress }
        waiting.push(request)
        signal.addEventListener('abort', () => {
          const at = waiting.indexOf(request)
          if (at < 0) return
          waiting.splice(at, 1)
          reject(new DOMException('not needed any more', 'AbortError'))
        })
        begin()
      }),
    dispose() {
      for (const { worker } of lanes) worker.terminate()
    },
  }
}
