import type { PixelWindow } from '../livewire/edgeCosts.ts'
import type { PatchPlace } from './patch.ts'
import { PlaceFilter } from './placeFilter.ts'
import { SizeFilter } from './sizeFilter.ts'

/** The size of the searched area, in multiples of the object's mean size. */
const ROOM = 1.5
const RATE = { place: 0.08, size: 0.08 }
/** Below this clarity it may be something else, and the tracker does not learn from it. */
const LEAST_CLARITY = 6
/** The number of consecutive frames in which it may be unclear: behind something, or blurred. */
const MOST_UNCLEAR = 4
/** The share of it that has to be in the picture. */
const LEAST_SEEN_SHARE = 0.4
const LEAST_SIDE_PX = 4
/** The expected share of the last step in the next one. */
const MOTION_RATE = 0.5

export interface PlacedBox extends PatchPlace {
  /** False: it was not found, this is where it should be. */
  isClear: boolean
}

/** `lost`: not found in several frames; `left`: most of it is outside the picture. */
export type TrackEnd = 'lost' | 'left'

/** Tracks a box from picture to picture. It continues over a few in which it cannot find the box. */
export class BoxTracker {
  readonly #place: PlaceFilter
  readonly #size = new SizeFilter()
  #box: PatchPlace
  #step = { x: 0, y: 0 }
  #unclear = 0

  constructor(picture: PixelWindow, box: PatchPlace) {
    this.#box = box
    const around = roomAround(box)
    this.#place = new PlaceFilter({ x: box.width / around.width, y: box.height / around.height })
    this.#place.learn(picture, around, 1)
    this.#size.learn(picture, box, 1)
  }

  /** Its place in the next picture, or why the track ends. */
  next(picture: PixelWindow): PlacedBox | TrackEnd {
    const expected = { ...this.#box, x: this.#box.x + this.#step.x, y: this.#box.y + this.#step.y }
    const { clarity, ...at } = this.#found(picture, expected)
    const isClear = clarity >= LEAST_CLARITY
    if (isClear) this.#take(picture, { ...this.#box, ...at })
    else this.#box = expected
    this.#unclear = isClear ? 0 : this.#unclear + 1
    if (seenShare(this.#box, picture) < LEAST_SEEN_SHARE) return 'left'
    if (this.#unclear > MOST_UNCLEAR || Math.min(this.#box.width, this.#box.height) < LEAST_SIDE_PX) return 'lost'
    return { ...this.#box, isClear }
  }

  /** Where it is expected, and where it was: what turns around is found there. */
  #found(picture: PixelWindow, expected: PatchPlace): { x: number; y: number; clarity: number } {
    const first = this.#place.find(picture, roomAround(expected))
    const places = [first, this.#place.find(picture, roomAround({ ...this.#box, x: first.x, y: first.y }))]
    if (first.clarity < LEAST_CLARITY) places.push(this.#place.find(picture, roomAround(this.#box)))
    return places.reduce((a, b) => (b.clarity > a.clarity ? b : a))
  }

  #take(picture: PixelWindow, found: PatchPlace): void {
    const factor = this.#size.find(picture, found)
    const box = { ...found, width: found.width * factor, height: found.height * factor }
    const moved = { x: box.x - this.#box.x, y: box.y - this.#box.y }
    this.#step = {
      x: this.#step.x + MOTION_RATE * (moved.x - this.#step.x),
      y: this.#step.y + MOTION_RATE * (moved.y - this.#step.y),
    }
    this.#box = box
    this.#place.learn(picture, roomAround(box), RATE.place)
    this.#size.learn(picture, box, RATE.size)
  }
}

function roomAround({ x, y, width, height }: PatchPlace): PatchPlace {
  const room = ROOM * Math.sqrt(width * height)
  return { x, y, width: width + room, height: height + room }
}

function seenShare({ x, y, width, height }: PatchPlace, picture: PixelWindow): number {
  const within = (middle: number, size: number, limit: number) =>
    Math.max(0, Math.min(limit, middle + size / 2) - Math.max(0, middle - size / 2)) / size
  return within(x, width, picture.width) * within(y, height, picture.height)
}
