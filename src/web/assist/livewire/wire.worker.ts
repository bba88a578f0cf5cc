import { edgeCosts } from '../../../model/livewire/edgeCosts.ts'
import { Livewire } from '../../../model/livewire/livewire.ts'
import { serveWorker } from '../../kit/worker/serveWorker.ts'
import type { WireReply, WireRequest } from './wireMessages.ts'

let wire: Livewire | null = null

serveWorker<WireRequest, WireReply>({
  answer(request) {
    if ('window' in request) {
      wire = wireIn(request.window, request.from)
      return { result: new Int32Array() }
    }
    const [x, y] = request.to
    const line = wire?.lineTo({ x, y }) ?? []
    const result = Int32Array.from(line.flatMap((cell) => [cell.x, cell.y]))
    return { result, transfer: [result.buffer] }
  },
})

function wireIn(window: ImageBitmap, [x, y]: readonly [number, number]): Livewire {
  const { width, height } = window
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('there is no canvas')
  context.drawImage(window, 0, 0)
  window.close()
  const { data: rgba } = context.getImageData(0, 0, width, height)
  return new Livewire(edgeCosts({ rgba, width, height }), width, height, { x, y })
}
