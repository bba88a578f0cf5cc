/**
 * The position of a canvas on the screen, in device pixels: browsers align it to whole ones, whatever its CSS box says.
 */
export interface DevicePlace {
  left: number
  top: number
  width: number
  height: number
}

/** A part of a canvas: whole pixels to draw in, and what of clip space makes up for their rounding. */
export interface CanvasPart {
  /** From the left and lower edge of the canvas, as WebGL counts. */
  x: number
  y: number
  width: number
  height: number
  /** Column-major 4 × 4: clip space of `width` × `height` pixels from that of the part as CSS has it. */
  clipFromExact: number[]
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

/** @param ratio device pixels a CSS pixel */
export function devicePlace({ left, top, right, bottom }: Box, ratio: number): DevicePlace {
  const [x, y] = [Math.round(left * ratio), Math.round(top * ratio)]
  return { left: x, top: y, width: Math.round(right * ratio) - x, height: Math.round(bottom * ratio) - y }
}

/**
 * The position of a part of the page on a canvas of `size` pixels.
 * @param canvas the position of the canvas, from devicePlace
 */
export function canvasPart(
  part: Box,
  canvas: DevicePlace,
  size: { width: number; height: number },
  ratio: number,
): CanvasPart {
  const [scaleX, scaleY] = [size.width / canvas.width, size.height / canvas.height]
  const left = (part.left * ratio - canvas.left) * scaleX
  const right = (part.right * ratio - canvas.left) * scaleX
  const bottom = (canvas.top + canvas.height - part.bottom * ratio) * scaleY
  const top = (canvas.top + canvas.height - part.top * ratio) * scaleY
  const [x, y] = [Math.round(left), Math.round(bottom)]
  const [width, height] = [Math.max(1, Math.round(right) - x), Math.max(1, Math.round(top) - y)]
  const shiftX = (2 * (left - x) + (right - left)) / width - 1
  const shiftY = (2 * (bottom - y) + (top - bottom)) / height - 1
  const clipFromExact = [
    (right - left) / width,
    0,
    0,
    0,
    0,
    (top - bottom) / height,
    0,
    0,
    0,
    0,
    1,
    0,
    shiftX,
    shiftY,
    0,
    1,
  ]
  return { x, y, width, height, clipFromExact }
}
