import type { CameraImageSize } from '../../geometry/camera.ts'
import type { ScreenPoint, ViewSize } from './viewCamera.ts'

/** Placement of an image in a view: CSS pixels per pixel, and its top left corner. */
export interface ImagePlacement {
  scale: number
  left: number
  top: number
}

const MOST_PX_PER_PIXEL = 40

export function fittedImage(size: CameraImageSize, { widthPx, heightPx }: ViewSize): ImagePlacement {
  const scale = Math.min(widthPx / size.width, heightPx / size.height)
  return { scale, left: (widthPx - size.width * scale) / 2, top: (heightPx - size.height * scale) / 2 }
}

/** Scales by `factor` around the pointer; never smaller than fitted. */
export function zoomedImage(
  placement: ImagePlacement,
  at: ScreenPoint,
  factor: number,
  leastScale: number,
): ImagePlacement {
  const scale = Math.min(MOST_PX_PER_PIXEL, Math.max(leastScale, placement.scale * factor))
  const applied = scale / placement.scale
  return { scale, left: at.x - (at.x - placement.left) * applied, top: at.y - (at.y - placement.top) * applied }
}

/** Pixel centres are at whole numbers: u = 0 is half a pixel inside the image. */
export function imagePlace({ scale, left, top }: ImagePlacement, { x, y }: ScreenPoint): { u: number; v: number } {
  return { u: (x - left) / scale - 0.5, v: (y - top) / scale - 0.5 }
}

export function viewPlace({ scale, left, top }: ImagePlacement, { u, v }: { u: number; v: number }): ScreenPoint {
  return { x: left + (u + 0.5) * scale, y: top + (v + 0.5) * scale }
}
