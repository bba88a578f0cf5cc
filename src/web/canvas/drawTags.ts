import type { Camera2d } from '../view2d/camera2d.ts'
import type { ShownShape } from '../view2d/shapeIndex.ts'
import { inkOn, type Rgb, withAlpha } from './paintStyle.ts'

const FONT_PX = 11
const HEIGHT_PX = 16
const PADDING_PX = 4

/** Widths of names before scaling: measuring text is what costs. */
const widths = new Map<string, number>()

/** The name of each object above the top left corner of its shape, within the view. */
export function drawTags(
  context: CanvasRenderingContext2D,
  shapes: readonly ShownShape[],
  camera: Camera2d,
  nameOf: (shape: ShownShape) => string,
  colourOf: (classId: string) => Rgb,
  scale: number,
): void {
  context.font = `500 ${FONT_PX * scale}px system-ui, sans-serif`
  const height = HEIGHT_PX * scale
  const padding = PADDING_PX * scale
  context.textBaseline = 'middle'
  for (const shape of shapes) {
    const { classId, bounds } = shape
    const name = nameOf(shape)
    const colour = colourOf(classId)
    let width = widths.get(name)
    if (width === undefined) {
      width = context.measureText(name).width / scale
      widths.set(name, width)
    }
    const x = Math.max(0, bounds.left * camera.scale + camera.x)
    const y = Math.max(0, bounds.top * camera.scale + camera.y - height - 1)
    context.fillStyle = withAlpha(colour, 0.9)
    context.fillRect(x, y, width * scale + 2 * padding, height)
    context.fillStyle = inkOn(colour)
    context.fillText(name, x + padding, y + height / 2 + 0.5)
  }
}
