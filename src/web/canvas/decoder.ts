import { asError } from '../kit/asError.ts'
import { WorkerClient } from '../kit/worker/workerClient.ts'
import type { DecodeProgress, DecodeRequest } from './decodeMessages.ts'

/** Turns an address into pixels. Waiting requests can be aborted. */
export interface Decoder<Bitmap> {
  decode(url: string, signal: AbortSignal, onProgress?: (loadedBytes: number) => void): Promise<Bitmap>
  /** How many it decodes at the same time. */
  readonly lanes: number
  dispose(): void
}

/** As many as help: decoding is the browser's work, and the page needs a core too. */
const WORKERS = 2

interface Lane {
  worker: WorkerClient<DecodeRequest, ImageBitmap, never, DecodeProgress>
  isBusy: boolean
}

interface Request {
  url: string
  resolve(bitmap: ImageBitmap): void
  reject(error: Error): void
  onProgress?: (loadedBytes: number) => void
}

const start = () => new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' })

/** Decodes in workers; the main thread only receives the finished bitmap. */
export function workerDecoder(): Decoder<ImageBitmap> {
  const waiting: Request[] = []
  const lanes = Array.from({ length: WORKERS }, (): Lane => ({ worker: new WorkerClient(start), isBusy: false }))

  async function run(lane: Lane, { url, resolve, reject, onProgress }: Request): Promise<void> {
    lane.isBusy = true
    try {
      resolve(await lane.worker.ask(url, { onProgress }))
    } catch (error) {
      reject(asError(error))
    }
    lane.isBusy = false
    next()
  }

  function next(): void {
    const lane = lanes.find(({ isBusy }) => !isBusy)
    const request = lane && waiting.shift()
    if (request) void run(lane, request)
  }

  return {
    lanes: WORKERS,
    decode: (url, signal, onProgress) =>
      new Promise((resolve, reject) => {
        const request: Request = { url, resolve, reject, onProgress }
        waiting.push(request)
        signal.addEventListener('abort', () => {
          const at = waiting.indexOf(request)
          if (at < 0) return
          waiting.splice(at, 1)
          reject(new DOMException('not needed any more', 'AbortError'))
        })
        next()
      }),
    dispose() {
      for (const { worker } of lanes) worker.close()
    },
  }
}
