import type { CameraImageSize } from '../../../geometry/camera.ts'
import type { Picture } from '../../canvas/picture.ts'
import { devicePlace } from '../../scene/cloud/devicePixels.ts'
import type { ImagePlacement } from '../../view3d/imagePlacement.ts'
import type { ViewSize } from '../../view3d/viewCamera.ts'

/** An empty canvas of its displayed size, measured in CSS pixels; null while it is not shown. */
export function clearedCanvas(
  element: HTMLCanvasElement | null,
): { context: CanvasRenderingContext2D; size: ViewSize; isResized: boolean } | null {
  const context = element?.getContext('2d')
  if (!element || !context || element.clientWidth < 2) return null
  const ratio = window.devicePixelRatio
  const width = Math.round(element.clientWidth * ratio)
  const height = Math.round(element.clientHeight * ratio)
  const isResized = element.width !== width || element.height !== height
  if (isResized) {
    element.width = width
    element.height = height
  }
  const size = { widthPx: element.clientWidth, heightPx: element.clientHeight }
  clearCanvas(context, size)
  return { context, size, isResized }
}

/** The canvas over a part of the page, fitted to it and empty, measured in CSS pixels of the part from now on. */
export function clearOverlay(context: CanvasRenderingContext2D, part: HTMLElement): void {
  const ratio = window.devicePixelRatio
  const rect = part.getBoundingClientRect()
  const { left, top, width, height } = devicePlace(rect, ratio)
  const { canvas } = context
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  clearCanvas(context, { widthPx: rect.width + 1, heightPx: rect.height + 1 })
  // The offset between the part's own corner and that of its pixel.
  context.setTransform(ratio, 0, 0, ratio, rect.left * ratio - left, rect.top * ratio - top)
}

/** Empty, measured in CSS pixels from now on. */
function clearCanvas(context: CanvasRenderingContext2D, { widthPx, heightPx }: ViewSize): void {
  const ratio = window.devicePixelRatio
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, widthPx, heightPx)
  // Chromium 156 does not repaint a canvas that was only cleared: the last picture would stay.
  context.fillRect(0, 0, 0.01, 0.01)
}

/** Draws the image as sent, without resampling. */
export function drawPicture(
  context: CanvasRenderingContext2D,
  picture: Picture,
  { scale, left, top }: ImagePlacement,
  view: ViewSize,
  { width, height }: CameraImageSize,
): void {
  picture.draw(context, { scale, x: left, y: top, turns: 0 }, view, { widthPx: width, heightPx: height })
}
