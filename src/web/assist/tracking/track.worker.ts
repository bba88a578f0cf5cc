import type { PixelWindow } from '../../../model/livewire/edgeCosts.ts'
import { BoxTracker } from '../../../model/tracking2d/boxTracker.ts'
import type { PatchPlace } from '../../../model/tracking2d/patch.ts'
import { serveWorker } from '../../kit/worker/serveWorker.ts'
import type {
  FollowEnd,
  FollowedBox,
  FollowedObject,
  TrackProgress,
  TrackReply,
  TrackRequest,
} from './trackMessages.ts'

/** Pictures are scaled to at most this many pixels: more find nothing better and take longer. */
const MOST_PIXELS = 2_000_000

interface Followed extends FollowedObject {
  tracker: BoxTracker
  steps: number
  isGoing: boolean
}

serveWorker<TrackRequest, TrackReply, never, TrackProgress>({
  async answer({ urls, boxes }, { signal, onProgress }) {
    const reader = new PictureReader(signal)
    const first = await reader.read(urls[0])
    const objects = boxes.map(({ box, steps }): Followed => {
      const tracker = new BoxTracker(first, placeOf(box, first))
      return { tracker, steps, places: [], end: 'steps', isGoing: steps > 0 }
    })
    // Loads the next picture while it processes this one.
    let next = urls.length > 1 ? reader.load(urls[1]) : null
    for (let step = 1; next && objects.some(({ isGoing }) => isGoing); step++) {
      const picture = await next.then(reader.pixels).catch(() => null)
      if (signal.aborted || !picture) {
        for (const object of objects) if (object.isGoing) stop(object, signal.aborted ? 'stopped' : 'missing')
        break
      }
      next = step + 1 < urls.length ? reader.load(urls[step + 1]) : null
      for (const object of objects) if (object.isGoing) follow(object, picture, step)
      onProgress(step)
    }
    return { result: objects.map(({ places, end }) => ({ places, end })) }
  },
})

function follow(object: Followed, picture: PixelWindow, step: number): void {
  const found = object.tracker.next(picture)
  if (typeof found === 'string') stop(object, found)
  else {
    if (found.isClear) object.places.push({ step, box: boxOf(found, picture) })
    object.isGoing = step < object.steps
  }
}

function stop(object: Followed, end: FollowEnd): void {
  object.end = end
  object.isGoing = false
}

/** Reads all pictures at the size of the first: if a video's sizes differ, boxes are fractions of them. */
class PictureReader {
  readonly #signal: AbortSignal
  #size: { width: number; height: number } | null = null

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  async load(url: string): Promise<ImageBitmap> {
    const response = await fetch(url, { credentials: 'same-origin', signal: this.#signal })
    if (!response.ok) throw new Error(`the image could not be loaded (${response.status})`)
    return createImageBitmap(await response.blob())
  }

  readonly pixels = (bitmap: ImageBitmap): PixelWindow => {
    this.#size ??= readSize(bitmap)
    const { width, height } = this.#size
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('there is no canvas')
    context.drawImage(bitmap, 0, 0, width, height)
    bitmap.close()
    return { rgba: context.getImageData(0, 0, width, height).data, width, height }
  }

  async read(url: string): Promise<PixelWindow> {
    return this.pixels(await this.load(url))
  }
}

function readSize({ width, height }: ImageBitmap): { width: number; height: number } {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const placeOf = ({ left, top, right, bottom }: FollowedBox, { width, height }: PixelWindow): PatchPlace => ({
  x: ((left + right) / 2) * width,
  y: ((top + bottom) / 2) * height,
  width: (right - left) * width,
  height: (bottom - top) * height,
})

/** The part of it that is inside the picture. */
function boxOf(place: PatchPlace, { width, height }: PixelWindow): FollowedBox {
  const share = (at: number, size: number) => Math.min(1, Math.max(0, at / size))
  return {
    left: share(place.x - place.width / 2, width),
    top: share(place.y - place.height / 2, height),
    right: share(place.x + place.width / 2, width),
    bottom: share(place.y + place.height / 2, height),
  }
}
