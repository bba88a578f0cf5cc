import type { ImageSize } from '../../formats/results/jobContext.ts'
import { clamp, type PixelBounds, type PixelPoint } from './shapes/pixels.ts'

export interface ViewportSize {
  widthPx: number
  heightPx: number
}

/** Clockwise quarter turns of the shown picture; they do not change any shape. */
export type Turns = 0 | 1 | 2 | 3

/** The position of the image on its canvas: canvas = image · scale + offset, in CSS pixels. */
export interface Camera2d {
  scale: number
  x: number
  y: number
  /** The turns of the canvas as a whole. */
  turns: Turns
}

/** The most screen pixels per pixel of the image. */
const MAX_SCALE = 64
/** Zoomed out, at least this share of the fitted size remains. */
const MIN_OF_FIT = 0.25
const FIT_MARGIN_PX = 12

export const screenFromImage = (p: PixelPoint, { scale, x, y }: Camera2d): PixelPoint => ({
  x: p.x * scale + x,
  y: p.y * scale + y,
})

export const imageOf = (p: PixelPoint, { scale, x, y }: Camera2d): PixelPoint => ({
  x: (p.x - x) / scale,
  y: (p.y - y) / scale,
})

export function fitted(bounds: PixelBounds, viewport: ViewportSize, maxScale = MAX_SCALE): Omit<Camera2d, 'turns'> {
  const width = Math.max(1, bounds.right - bounds.left)
  const height = Math.max(1, bounds.bottom - bounds.top)
  const room = (size: number) => Math.max(1, size - 2 * FIT_MARGIN_PX)
  const scale = Math.min(room(viewport.widthPx) / width, room(viewport.heightPx) / height, maxScale)
  return {
    scale,
    x: viewport.widthPx / 2 - (scale * (bounds.left + bounds.right)) / 2,
    y: viewport.heightPx / 2 - (scale * (bounds.top + bounds.bottom)) / 2,
  }
}

export const imageBounds = ({ widthPx, heightPx }: ImageSize): PixelBounds => ({
  left: 0,
  top: 0,
  right: widthPx,
  bottom: heightPx,
})

/** Zoomed by a factor; the point under `at` (on the screen) stays where it is. */
export function zoomedAt(
  camera: Camera2d,
  at: PixelPoint,
  factor: number,
  image: ImageSize,
  viewport: ViewportSize,
): Camera2d {
  const min = Math.min(fitted(imageBounds(image), viewport).scale, 1) * MIN_OF_FIT
  const scale = clamp(camera.scale * factor, min, MAX_SCALE)
  const ratio = scale / camera.scale
  return held(
    { ...camera, scale, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio },
    image,
    viewport,
  )
}

export const pannedBy = (camera: Camera2d, byPx: PixelPoint, image: ImageSize, viewport: ViewportSize): Camera2d =>
  held({ ...camera, x: camera.x + byPx.x, y: camera.y + byPx.y }, image, viewport)

/** The image never leaves the view completely, so that it can always be found. */
function held(camera: Camera2d, image: ImageSize, viewport: ViewportSize): Camera2d {
  const width = image.widthPx * camera.scale
  const height = image.heightPx * camera.scale
  const keepX = Math.min(viewport.widthPx / 2, width)
  const keepY = Math.min(viewport.heightPx / 2, height)
  return {
    ...camera,
    x: clamp(camera.x, keepX - width, viewport.widthPx - keepX),
    y: clamp(camera.y, keepY - height, viewport.heightPx - keepY),
  }
}

export function visibleBounds(camera: Camera2d, viewport: ViewportSize): PixelBounds {
  const low = imageOf({ x: 0, y: 0 }, camera)
  const high = imageOf({ x: viewport.widthPx, y: viewport.heightPx }, camera)
  return { left: low.x, top: low.y, right: high.x, bottom: high.y }
}
