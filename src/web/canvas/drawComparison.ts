import { IMAGE_VIEW } from '../../model/document/document.ts'
import { isSpaceShape } from '../../model/shapes/spaceShapes.ts'
import type { OpenOverlay } from '../document/openOverlay.ts'
import { isNamedAt, linesAt, overlayText } from '../document/overlayLook.ts'
import { SHADE } from '../tokens.ts'
import { boundsOfShape } from '../view2d/shapes/outline.ts'
import { drawMask, type ShapeLook } from './drawShapes.ts'
import { drawTag } from './drawTags.ts'
import { rgbOf } from './paintStyle.ts'
import { traceShape } from './tracePath.ts'

/** With more in view, texts would cover the image. */
const MAX_TEXTS = 150

/** Documents over each other: each state with its colour and dashes, and at each difference what it is. */
export function drawComparison(
  context: CanvasRenderingContext2D,
  overlay: OpenOverlay,
  frame: number,
  look: ShapeLook,
  scale: number,
): void {
  const lines = linesAt(overlay, frame).flatMap((line) => {
    const { shape, object } = line
    return object.sensorId === IMAGE_VIEW && shape.type !== 'solid' && !isSpaceShape(shape) ? { ...line, shape } : []
  })
  for (const { shape, object, look: line } of lines) {
    const isCurrent = object === overlay.current
    if (shape.type === 'mask') {
      drawMask(context, shape, rgbOf(line.color), { camera: look.camera, fillOpacity: isCurrent ? 0.6 : 0.35 })
      continue
    }
    context.beginPath()
    traceShape(context, shape, look.image, look.camera)
    // Seen on bright and busy images too.
    context.setLineDash([])
    context.lineWidth = isCurrent ? 6 : 4
    context.strokeStyle = SHADE.middle
    context.stroke()
    context.setLineDash([...line.dash])
    context.lineWidth = isCurrent ? 4 : object.state === 'equal' ? 1.5 : 2.5
    context.strokeStyle = line.color
    context.stroke()
  }
  context.setLineDash([])
  const named = lines.filter(isNamedAt)
  if (named.length > MAX_TEXTS) return
  for (const { shape, object, look: line } of named) {
    const { left, top } = boundsOfShape(shape, look.image)
    drawTag(context, overlayText(object), { left, top }, look.camera, rgbOf(line.color), scale)
  }
}
