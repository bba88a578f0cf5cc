import type { Dimensions } from '../../../geometry/cuboid.ts'
import { composePoses, type Pose } from '../../../geometry/pose.ts'
import { subtract, type Vec3 } from '../../../geometry/vec3.ts'
import { pointsNeeded, pointsToFit } from '../../../model/fit/fitReach.ts'
import type { FitGesture } from '../../../model/fit/gesture.ts'
import type { CloudSource, FusionJob } from '../../view3d/fusionJob.ts'
import { pointsNear } from '../../view3d/pointsNear.ts'
import { relativeFromChunk } from '../../view3d/relativeMatrix.ts'
import { ChunkCache, prefetchOrder } from './chunkCache.ts'
import { ChunkLoader } from './chunkLoader.ts'
import { CloudLayer, type ShownCloud } from './cloudLayer.ts'
import type { LoadedChunk } from './loadedChunk.ts'

const MAX_BYTES = 640 * 1024 * 1024
const PREFETCH_FRAMES = 6

/** The pose of a chunk's own coordinates: those of the file, shifted by the chunk's origin. */
export function commonFromChunk({ commonFromCloud }: CloudSource, { originM }: LoadedChunk): Pose {
  return composePoses(commonFromCloud, { position: originM, heading: { w: 1, x: 0, y: 0, z: 0 } })
}

/** The clouds of a job: prefetched, cached by bytes, once each on the GPU. */
export class CloudStore {
  readonly layer = new CloudLayer()
  readonly #job: FusionJob
  readonly #loader: ChunkLoader
  readonly #progress = new Map<string, number>()
  readonly #cache: ChunkCache<LoadedChunk>

  constructor(job: FusionJob, onChange: () => void) {
    this.#job = job
    this.#loader = new ChunkLoader((url, loadedBytes) => {
      this.#progress.set(url, loadedBytes)
      onChange()
    })
    this.#cache = new ChunkCache({
      load: this.#loader.load,
      maxBytes: MAX_BYTES,
      onLoaded: (url) => this.#progress.delete(url),
      onEvicted: (url) => this.layer.drop(url),
      onChange,
    })
  }

  /** Bytes of the frame's clouds that are here, of all there are. */
  progressOf(frame: number): { loaded: number; total: number } {
    let loaded = 0
    let total = 0
    for (const { url, bytes } of this.#job.frames[frame].clouds) {
      total += bytes
      loaded += this.#cache.has(url) ? bytes : Math.min(bytes, this.#progress.get(url) ?? 0)
    }
    return { loaded, total }
  }

  /** Loads these frames now, and the surroundings of the first of them next. */
  want(frames: readonly number[]): void {
    const around = prefetchOrder(frames[0], this.#job.frames.length, PREFETCH_FRAMES)
    const order = [...frames, ...around]
    this.#cache.want(order.flatMap((frame) => this.#job.frames[frame]?.clouds.map(({ url }) => url) ?? []))
  }

  retry(): void {
    this.#cache.retry()
  }

  isLoaded(frame: number): boolean {
    return this.#job.frames[frame].clouds.every(({ url }) => this.#cache.has(url))
  }

  /** Why a cloud of the frame is not there; null while it may still come. */
  failureOf(frame: number): string | null {
    for (const { url, sensorId } of this.#job.frames[frame].clouds) {
      const failure = this.#cache.failureOf(url)
      if (failure) return `${sensorId}: ${failure}`
    }
    return null
  }

  /** The loaded clouds of these frames. */
  shown(frames: readonly number[]): ShownCloud[] {
    const { originM } = this.#job
    return frames.flatMap((frame, i) =>
      this.loaded(frame).map(({ source, chunk }) => ({
        url: source.url,
        chunk,
        relativeFromChunk: relativeFromChunk(originM, source.commonFromCloud, chunk.originM),
        sensor: subtract(source.sensorPosition, originM),
        hue: frames.length > 1 ? i / frames.length : 0,
      })),
    )
  }

  loaded(frame: number): { source: CloudSource; chunk: LoadedChunk }[] {
    const sources = this.#job.frames[frame]?.clouds ?? []
    return sources.flatMap((source) => {
      const chunk = this.#cache.get(source.url)
      return chunk ? [{ source, chunk }] : []
    })
  }

  /** Stored with the points, and dropped with them. It does nothing if they were dropped already. */
  setCameraColors(url: string, rgb: Uint8Array): void {
    const chunk = this.#cache.get(url)
    if (!chunk || chunk.cameraRgb || chunk.pointCount * 3 !== rgb.length) return
    chunk.cameraRgb = rgb
    this.#cache.grown(url, rgb.byteLength)
  }

  /** The same for the points on the ground. */
  setGround(url: string, ground: Uint8Array): void {
    const chunk = this.#cache.get(url)
    if (!chunk || chunk.ground || chunk.pointCount !== ground.length) return
    chunk.ground = ground
    this.#cache.grown(url, ground.byteLength)
  }

  /** Points of the frames within `radiusM` of a place, by their way over the ground; relative to the job's origin. */
  pointsAround(frames: readonly number[], centre: Pick<Vec3, 'x' | 'y'>, radiusM: number): Float32Array {
    const clouds = this.shown(frames).map(({ chunk: { positions }, relativeFromChunk }) => ({
      positions,
      relativeFromChunk,
    }))
    return pointsNear(clouds, centre, radiusM)
  }

  /** The points of the frames that the fit of a gesture looks at. */
  pointsForFit(frames: readonly number[], gesture: FitGesture, classSize: Dimensions | null): Float32Array {
    const needed = pointsNeeded(gesture, classSize)
    if (!needed) return new Float32Array()
    return pointsToFit((withinM) => this.pointsAround(frames, needed.middle, withinM), needed.radiusM)
  }

  dispose(): void {
    this.#cache.dispose()
    this.#loader.dispose()
    this.layer.dispose()
  }
}
