import type { ImageSize } from '../../formats/results/jobContext.ts'
import type { Camera2d } from '../view2d/camera2d.ts'
import type { ShownShape } from '../view2d/shapeIndex.ts'
import type { PixelBounds } from '../view2d/shapes/pixels.ts'
import { tagAnchor } from '../view2d/shapes/tagAnchor.ts'
import type { FreePlaces } from './freePlaces.ts'
import { inkOn, type Rgb, withAlpha } from './paintStyle.ts'
import { upright } from './upright.ts'

const FONT_PX = 11
const HEIGHT_PX = 16
const PADDING_PX = 4

/** Widths of names before scaling: measuring text is what costs. */
const widths = new Map<string, number>()

/** The name of each object above the highest place of its shape, within the view. */
export function drawTags(
  context: CanvasRenderingContext2D,
  shapes: readonly ShownShape[],
  image: ImageSize,
  camera: Camera2d,
  nameOf: (shape: ShownShape) => string,
  colourOf: (classId: string) => Rgb,
  scale: number,
): void {
  for (const shape of shapes) {
    const { x: left, y: top } = tagAnchor(shape.shape, shape.bounds, image)
    drawTag(context, nameOf(shape), { left, top }, camera, colourOf(shape.classId), scale)
  }
}

/** Draws a name above a place of the image, in its pixels. With `free`, only if it covers no other name. */
export function drawTag(
  context: CanvasRenderingContext2D,
  name: string,
  { left, top }: Pick<PixelBounds, 'left' | 'top'>,
  camera: Camera2d,
  colour: Rgb,
  scale: number,
  free?: FreePlaces,
): void {
  context.font = `500 ${FONT_PX * scale}px system-ui, sans-serif`
  context.textBaseline = 'middle'
  const height = HEIGHT_PX * scale
  const padding = PADDING_PX * scale
  let textWidth = widths.get(name)
  if (textWidth === undefined) {
    textWidth = context.measureText(name).width / scale
    widths.set(name, textWidth)
  }
  const x = Math.max(0, left * camera.scale + camera.x)
  const y = Math.max(0, top * camera.scale + camera.y - height - 1)
  const width = textWidth * scale + 2 * padding
  // Upright text on a view turned sideways takes its width in the other direction.
  const isOnSide = camera.turns % 2 === 1
  if (free && !free.take({ x, y, width: isOnSide ? height : width, height: isOnSide ? width : height })) return
  upright(context, { x, y: y + height }, camera.turns, () => {
    context.fillStyle = withAlpha(colour, 0.9)
    context.fillRect(x, y, width, height)
    context.fillStyle = inkOn(colour)
    context.fillText(name, x + padding, y + height / 2 + 0.5)
  })
}
