import { imageOf } from '../../../view2d/camera2d.ts'
import { boundsOfPoints, clamp, cornersOf, type PixelBounds, type PixelPoint } from '../../../view2d/shapes/pixels.ts'
import type { ImageHost } from '../imageHost.ts'
import type { RegionWindow } from './regionFinder.ts'

/** The visible part of the picture; a click outside it widens the window, so that earlier areas stay. */
export function seenWindow(
  host: ImageHost,
  at: PixelPoint,
  window: RegionWindow | null,
  mostCells: number,
): RegionWindow | null {
  if (window && isIn(at, window.bounds)) return window
  const { camera, viewport, image } = host
  const seen = [imageOf({ x: 0, y: 0 }, camera), imageOf({ x: viewport.widthPx, y: viewport.heightPx }, camera)]
  const corners = [...seen, at, ...(window ? cornersOf(window.bounds) : [])].map(({ x, y }) => ({
    x: clamp(x, 0, image.widthPx),
    y: clamp(y, 0, image.heightPx),
  }))
  return host.regions.open(boundsOfPoints(corners), mostCells)
}

const isIn = ({ x, y }: PixelPoint, { left, top, right, bottom }: PixelBounds) =>
  x >= left && x < right && y >= top && y < bottom
