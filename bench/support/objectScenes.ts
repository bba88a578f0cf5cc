import { createRandom } from '../../src/demo/street/random.ts'
import { makeStreet } from '../../src/demo/street/street.ts'
import type { PixelWindow } from '../../src/model/livewire/edgeCosts.ts'

const SIZE = { width: 1280, height: 800 }

export interface ObjectScene {
  pixels: PixelWindow
  /** The object of each pixel; 0: none. */
  objects: ArrayLike<number>
}

/** The view of the synthetic street's front camera. */
export function streetScene(seed: number): ObjectScene {
  const [frame] = makeStreet({ seed, frames: 1, image: SIZE }).frames
  const { rgb, actors: objects, width, height } = frame.cameras[0].render()
  const rgba = new Uint8ClampedArray(4 * width * height)
  for (let i = 0; i < width * height; i++) rgba.set([rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2], 255], 4 * i)
  return { pixels: { rgba, width, height }, objects }
}

/** Four outlines with bays and capes, as of plants and animals, on a ground of noise. */
export function grownScene(seed: number): ObjectScene {
  const random = createRandom(seed)
  const { width, height } = SIZE
  const rgba = new Uint8ClampedArray(4 * width * height)
  const objects = new Uint8Array(width * height)
  const outlines = [0, 1, 2, 3].map((place) => ({
    x: 320 + 640 * (place % 2),
    y: 200 + 400 * Math.floor(place / 2),
    waves: [2, 3, 5, 7].map((count) => ({ count, high: random.between(0.05, 0.3) / count, at: random.between(0, 6) })),
  }))
  for (let i = 0; i < objects.length; i++) {
    const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5]
    const inside = outlines.findIndex((outline) => {
      const angle = Math.atan2(y - outline.y, x - outline.x)
      const radius = outline.waves.reduce((sum, { count, high, at }) => sum + high * Math.cos(count * angle + at), 1)
      return Math.hypot(x - outline.x, y - outline.y) < 130 * radius
    })
    objects[i] = inside + 1
    const [red, green, blue] = inside < 0 ? [96, 104, 88] : [120 + 20 * inside, 130, 70]
    const shade = 12 * random.normal()
    rgba.set([red + shade, green + shade, blue + shade, 255], 4 * i)
  }
  return { pixels: { rgba, width, height }, objects }
}
