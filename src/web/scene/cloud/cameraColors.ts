import { relativePose } from '../../../geometry/pose.ts'
import { tilesOf } from '../../canvas/tilePlan.ts'
import { Signal } from '../../document/observable.ts'
import { WorkerClient, WorkerClosed } from '../../kit/worker/workerClient.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import { imageBounds } from '../../view2d/camera2d.ts'
import type { CameraSource, FusionJob } from '../../view3d/fusionJob.ts'
import type { CameraColorsAnswer, CameraColorsRequest, ImagePart } from './cameraColorsMessages.ts'
import { type CloudStore, commonFromChunk } from './cloudStore.ts'

const start = () => new Worker(new URL('./cameraColors.worker.ts', import.meta.url), { type: 'module' })

/** Enough for points that are farther apart than pixels. */
const MOST_WIDTH_PX = 1600
/** The delay before a failed load is retried, which grows with each failure. */
const FIRST_PAUSE_MS = 3_000
const LONGEST_PAUSE_MS = 120_000

/** Why points cannot be coloured by cameras; null: they can. */
export function hasCameraColors({ frames }: FusionJob): boolean {
  return frames.some(({ cameras, clouds }) => clouds.length > 0 && cameras.some(({ camera }) => camera))
}

interface Failed {
  times: number
  mayRetry: boolean
  /** Set while the frame is left alone before the next try. */
  timer: ReturnType<typeof setTimeout> | null
}

/**
 * Colours of the points as the cameras of their frame see them: computed in a worker, one frame at a time, and stored
 * with the points. Call `want` whenever frames are shown with this colour or a part of them has been loaded.
 */
export class CameraColors {
  readonly #job: FusionJob
  readonly #clouds: CloudStore
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  readonly #onFailure: (reason: Message) => void
  readonly #worker = new WorkerClient<CameraColorsRequest, CameraColorsAnswer>(start)
  #wanted: readonly number[] = []
  #working: readonly string[] | null = null
  readonly #failed = new Map<number, Failed>()

  /** @param onFailure receives, for people, why the colours of a frame are missing */
  constructor(job: FusionJob, clouds: CloudStore, onFailure: (reason: Message) => void) {
    this.#job = job
    this.#clouds = clouds
    this.#onFailure = onFailure
  }

  /** The most urgent first. Frames that are coloured already, or not loaded yet, cost nothing. */
  want(frames: readonly number[]): void {
    this.#wanted = frames
    this.#next()
  }

  dispose(): void {
    this.#wanted = []
    for (const { timer } of this.#failed.values()) if (timer) clearTimeout(timer)
    this.#worker.close()
  }

  #next(): void {
    if (this.#working) return
    const frame = this.#wanted.find((wanted) => this.#isMissing(wanted))
    if (frame === undefined) return
    const loaded = this.#clouds.loaded(frame)
    const cameras = this.#job.frames[frame].cameras.flatMap((source) => {
      const { camera } = source
      if (!camera) return []
      const { intrinsics, commonFromCamera } = camera
      const cameraFromCloud = loaded.map(({ source: cloud, chunk }) =>
        relativePose(commonFromCamera, commonFromChunk(cloud, chunk)),
      )
      return { parts: partsOf(source), size: source.size, intrinsics, cameraFromCloud }
    })
    const clouds = loaded.map(({ chunk }) => chunk.positions.slice())
    this.#working = loaded.map(({ source }) => source.url)
    const request = { clouds, cameras, mostWidthPx: MOST_WIDTH_PX }
    this.#worker.ask(request, { transfer: clouds.map(({ buffer }) => buffer) }).then(
      (answer) => this.#take(frame, answer),
      (error: Error) => {
        if (!(error instanceof WorkerClosed)) this.#take(frame, { error: error.message, isPassing: false })
      },
    )
  }

  #isMissing(frame: number): boolean {
    const source = this.#job.frames[frame]
    if (!source?.cameras.some(({ camera }) => camera) || this.#rests(frame)) return false
    return this.#clouds.isLoaded(frame) && this.#clouds.loaded(frame).some(({ chunk }) => !chunk.cameraRgb)
  }

  #take(frame: number, answer: CameraColorsAnswer): void {
    const urls = this.#working ?? []
    this.#working = null
    if ('error' in answer) {
      this.#rest(frame, answer)
    } else {
      this.#failed.delete(frame)
      for (const [i, rgb] of answer.rgb.entries()) this.#clouds.setCameraColors(urls[i], rgb)
    }
    this.#changes.emit()
    this.#next()
  }

  #rests(frame: number): boolean {
    const failed = this.#failed.get(frame)
    return failed !== undefined && (failed.timer !== null || !failed.mayRetry)
  }

  /** Reports the failure once, however often it is retried. */
  #rest(frame: number, { error, isPassing }: { error: string; isPassing: boolean }): void {
    const times = (this.#failed.get(frame)?.times ?? 0) + 1
    if (times === 1) {
      const values = { frame, detail: error }
      this.#onFailure(isPassing ? msg('color.cameraFailedRetry', values) : msg('color.cameraFailed', values))
    }
    const failed: Failed = { times, mayRetry: isPassing, timer: null }
    this.#failed.set(frame, failed)
    if (!isPassing) return
    failed.timer = setTimeout(
      () => {
        failed.timer = null
        this.#next()
      },
      Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 1)),
    )
  }
}

/** The level of a huge image that has about as many pixels as are read. */
function partsOf({ url, tiles, size }: CameraSource): ImagePart[] {
  if (!tiles) return [{ url: absolute(url), left: 0, top: 0, right: 1, bottom: 1 }]
  const { pyramid, urlOf } = tiles
  const level = pyramid.levels.toSorted((a, b) => b.width - a.width).find(({ width }) => width <= MOST_WIDTH_PX)
  const image = { widthPx: size.width, heightPx: size.height }
  return tilesOf(level ?? pyramid.levels[0], pyramid.tileSizePx, image, imageBounds(image)).flatMap(
    ({ key, bounds }) => {
      const { left, top, right, bottom } = bounds
      const share = {
        left: left / size.width,
        top: top / size.height,
        right: right / size.width,
        bottom: bottom / size.height,
      }
      const file = pyramid.tiles[key]
      return file ? { url: absolute(urlOf(file)), ...share } : []
    },
  )
}

/** The worker's own place is that of its script: relative addresses mean the page's. */
const absolute = (url: string): string => new URL(url, document.baseURI).href
