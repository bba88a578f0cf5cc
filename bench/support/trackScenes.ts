import { createRandom } from '../../src/demo/street/random.ts'
import { makeStreet } from '../../src/demo/street/street.ts'
import { seenIn, shotOf } from '../../src/demo/street/submission.ts'
import type { PixelWindow } from '../../src/model/livewire/edgeCosts.ts'
import type { PatchPlace } from '../../src/model/tracking2d/patch.ts'

const SIZE = { width: 1280, height: 800 }
const STREET_FRAMES = 20
/** Smaller objects of the street are not followed. */
const LEAST_SIDE_PX = 24
const LEAST_FRAMES = 5

/** Objects by their boxes in each picture; null: not visible. */
export interface TrackScene {
  pictures: readonly PixelWindow[]
  objects: readonly (readonly (PatchPlace | null)[])[]
}

/** The front camera's view of a drive down the synthetic street, five pictures per second. */
export function streetVideo(seed: number): TrackScene {
  const street = makeStreet({ seed, frames: STREET_FRAMES, image: SIZE })
  const objects = new Map<string, (PatchPlace | null)[]>()
  const pictures = street.frames.map((frame, i) => {
    const shot = shotOf(frame, 'front')
    for (const { object, coordinates } of seenIn(frame, shot)) {
      const boxes = objects.get(object.trackId) ?? Array.from({ length: STREET_FRAMES }, () => null)
      const [{ x: left, y: top }, , { x: right, y: bottom }] = coordinates
      boxes[i] = placeOf(left * SIZE.width, top * SIZE.height, right * SIZE.width, bottom * SIZE.height)
      objects.set(object.trackId, boxes)
    }
    return rgbaOf(shot.render().rgb)
  })
  const large = [...objects.values()].flatMap((boxes) => {
    const first = boxes.findIndex((box) => box !== null && Math.min(box.width, box.height) >= LEAST_SIDE_PX)
    const from = boxes.map((box, i) => (first < 0 || i < first ? null : box))
    return from.filter((box) => box !== null).length >= LEAST_FRAMES ? [from] : []
  })
  return { pictures, objects: large }
}

const FLIGHT_FRAMES = 40
const BLURRED = { first: 18, last: 20, reachPx: 9 }

/**
 * Patterned objects that fly over a patterned background, grow and shrink by half, and are blurred in three pictures.
 */
export function flight(seed: number): TrackScene {
  const random = createRandom(seed)
  const ground = pattern(random, 40)
  const things = [0, 1, 2].map((i) => ({
    pattern: pattern(random, 12),
    x: 260 + 380 * i,
    y: random.between(250, 550),
    turn: random.between(0, 6),
    side: random.between(50, 110),
    tint: random.between(-60, 60),
  }))
  const boxesAt = (frame: number) =>
    things.map(({ x, y, side, turn }) => {
      const size = side * (1 + 0.5 * Math.sin(frame / 9 + turn))
      const [mx, my] = [x + 110 * Math.sin(frame / 7 + turn), y + 90 * Math.cos(frame / 6 + turn)]
      return { x: mx, y: my, width: size, height: 0.8 * size }
    })
  const pictures = Array.from({ length: FLIGHT_FRAMES }, (_, frame) => {
    const rgb = new Uint8Array(3 * SIZE.width * SIZE.height)
    for (let i = 0; i < SIZE.width * SIZE.height; i++)
      rgb.fill(ground((i % SIZE.width) / 1000, Math.floor(i / SIZE.width) / 1000), 3 * i, 3 * i + 3)
    for (const [t, box] of boxesAt(frame).entries()) paint(rgb, box, things[t].pattern, things[t].tint)
    const isBlurred = frame >= BLURRED.first && frame <= BLURRED.last
    return rgbaOf(isBlurred ? blurred(rgb, BLURRED.reachPx) : rgb)
  })
  const objects = things.map((_, t) => Array.from({ length: FLIGHT_FRAMES }, (_frame, frame) => boxesAt(frame)[t]))
  return { pictures, objects }
}

type Random = ReturnType<typeof createRandom>

/** Waves of several lengths and directions, from 30 to 225. */
function pattern(random: Random, most: number): (x: number, y: number) => number {
  const waves = Array.from({ length: 6 }, () => ({
    x: random.between(-most, most),
    y: random.between(-most, most),
    at: random.between(0, 6),
  }))
  return (x, y) =>
    128 +
    (97 / 3) * waves.reduce((sum, wave) => sum + Math.sin(2 * Math.PI * (wave.x * x + wave.y * y) + wave.at) / 2, 0)
}

function paint(
  rgb: Uint8Array,
  { x, y, width, height }: PatchPlace,
  look: (x: number, y: number) => number,
  tint: number,
): void {
  for (let py = Math.max(0, Math.round(y - height / 2)); py < Math.min(SIZE.height, y + height / 2); py++) {
    for (let px = Math.max(0, Math.round(x - width / 2)); px < Math.min(SIZE.width, x + width / 2); px++) {
      const light = look((px - x) / width / 4, (py - y) / height / 4)
      const at = 3 * (py * SIZE.width + px)
      rgb[at] = Math.min(255, Math.max(0, light + tint))
      rgb[at + 1] = light
      rgb[at + 2] = Math.min(255, Math.max(0, light - tint))
    }
  }
}

/** Blurs as a hand that shakes sideways does. */
function blurred(rgb: Uint8Array, reach: number): Uint8Array {
  const row = 3 * SIZE.width
  return rgb.map((_, i) => {
    const start = i - (i % row)
    let sum = 0
    for (let d = -reach; d <= reach; d++)
      sum += rgb[Math.min(start + row - 3 + (i % 3), Math.max(start + (i % 3), i + 3 * d))]
    return sum / (2 * reach + 1)
  })
}

const placeOf = (left: number, top: number, right: number, bottom: number): PatchPlace => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
  width: right - left,
  height: bottom - top,
})

function rgbaOf(rgb: Uint8Array): PixelWindow {
  const rgba = new Uint8ClampedArray((rgb.length / 3) * 4).fill(255)
  for (let i = 0; i < rgb.length / 3; i++) for (let c = 0; c < 3; c++) rgba[4 * i + c] = rgb[3 * i + c]
  return { rgba, ...SIZE }
}
