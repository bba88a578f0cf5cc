import { distance, type Vec3 } from '../../../geometry/vec3.ts'
import type { Clock } from '../../document/clock.ts'
import { Signal } from '../../document/observable.ts'
import type { ShownCloud } from '../../scene/cloud/cloudLayer.ts'
import type { ViewName } from '../../tools/cuboid/cuboidHost.ts'
import { pickPoint } from '../../view3d/pickPoint.ts'
import type { ScreenPoint, ViewCamera } from '../../view3d/viewCamera.ts'
import type { PaneTool } from '../sensors/pane.ts'

/** One point as its file has it. */
export interface PointRead {
  /** In the common frame. */
  point: Vec3
  /** Distance from its sensor. */
  distanceM: number
  /** In 255ths of the file's range; null: the file has none. */
  intensity: number | null
  /** Number of the point in its file. */
  index: number
  url: string
}

const REACH_PX = 6
/** With more points, searching all frames while the pointer moves would be slow: then only the first. */
const MOST_POINTS = 3_000_000

/** The point under a place of the view; null without one. */
export function readPoint(
  viewCamera: ViewCamera,
  at: ScreenPoint,
  shown: readonly ShownCloud[],
  originM: Vec3,
): PointRead | null {
  const total = shown.reduce((sum, { chunk }) => sum + chunk.pointCount, 0)
  const clouds = total > MOST_POINTS ? shown.slice(0, 1) : shown
  const pickable = clouds.map(({ chunk, relativeFromChunk }) => ({ positions: chunk.positions, relativeFromChunk }))
  const picked = pickPoint(viewCamera, at, pickable, REACH_PX)
  if (!picked) return null
  const { chunk, sensor, url } = clouds[picked.cloud]
  const { x, y, z } = picked.point
  const [low, high] = chunk.intensityRange ?? [0, 255]
  return {
    point: { x: x + originM.x, y: y + originM.y, z: z + originM.z },
    distanceM: distance(picked.point, sensor),
    intensity: chunk.intensity ? low + (chunk.intensity[picked.index] / 255) * (high - low) : null,
    index: picked.index,
    url,
  }
}

/** Looking through a million points takes some ten milliseconds: only where the pointer comes to rest. */
const REST_MS = 60

/** Reads the point under the pointer of the large view, while no button is pressed. */
export class PointReader {
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  readonly #clock: Clock
  readonly #readAt: (at: ScreenPoint) => PointRead | null
  #read: PointRead | null = null
  #cancel: (() => void) | null = null

  constructor(clock: Clock, readAt: (at: ScreenPoint) => PointRead | null) {
    this.#clock = clock
    this.#readAt = readAt
  }

  get read(): PointRead | null {
    return this.#read
  }

  over({ x, y }: ScreenPoint): void {
    this.#cancel?.()
    this.#cancel = this.#clock.after(REST_MS, () => this.#set(this.#readAt({ x, y })))
  }

  leave(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#set(null)
  }

  #set(read: PointRead | null): void {
    if (read === this.#read) return
    this.#read = read
    this.#changes.emit()
  }
}

/** Wraps a tool, and reports the position of the pointer to the reader. */
export function withPointReader(tool: PaneTool<ViewName>, reader: PointReader): PaneTool<ViewName> {
  let isHeld = false
  return {
    pointerDown(pointer) {
      isHeld = true
      reader.leave()
      tool.pointerDown(pointer)
    },
    pointerMove(pointer) {
      if (pointer.view === 'main' && !isHeld) reader.over(pointer)
      tool.pointerMove(pointer)
    },
    pointerUp(pointer) {
      isHeld = false
      tool.pointerUp(pointer)
    },
    doubleClick: (pointer) => tool.doubleClick(pointer),
    wheel(wheel) {
      reader.leave()
      tool.wheel(wheel)
    },
    pointerLeave(view) {
      reader.leave()
      tool.pointerLeave?.(view)
    },
    cancel() {
      isHeld = false
      tool.cancel()
    },
  }
}
