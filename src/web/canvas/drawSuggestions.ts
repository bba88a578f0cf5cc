import { IMAGE_VIEW } from '../../model/document/document.ts'
import { flatAt } from '../../model/document/interpolate.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { type OpenSuggestion, type OpenSuggestions, suggestionName } from '../document/openSuggestions.ts'
import { ACCENT, SHADE } from '../tokens.ts'
import { boundsOfShape } from '../view2d/shapes/outline.ts'
import { drawMask, type ShapeLook } from './drawShapes.ts'
import { drawTag } from './drawTags.ts'
import { FreePlaces } from './freePlaces.ts'
import { withAlpha } from './paintStyle.ts'
import { traceShape } from './tracePath.ts'

const DASH_PX = [6, 4]
/** With more in view, scores would cover the image. */
const MAX_TAGS = 100

/** What assistants propose in a frame: dashed, the current one strong, each with its score. */
export function drawSuggestions(
  context: CanvasRenderingContext2D,
  { shown, previewed, current }: OpenSuggestions,
  frame: number,
  look: ShapeLook,
  scale: number,
): void {
  const there = [...shown, ...previewed].flatMap((suggestion) =>
    shapesIn(suggestion, frame).map((shape) => ({ suggestion, shape })),
  )
  for (const { suggestion, shape } of there) {
    const isCurrent = suggestion === current
    const colour = look.colourOf(suggestion.classId)
    if (shape.type === 'mask') {
      drawMask(context, shape, colour, { camera: look.camera, fillOpacity: isCurrent ? 0.55 : 0.3 })
      continue
    }
    context.beginPath()
    traceShape(context, shape, look.image, look.camera)
    // Seen on bright and busy images too.
    context.setLineDash([])
    context.lineWidth = isCurrent ? 5 : 4
    context.strokeStyle = SHADE.middle
    context.stroke()
    context.setLineDash(DASH_PX)
    context.lineWidth = isCurrent ? 3 : 2
    context.strokeStyle = isCurrent ? ACCENT.line : withAlpha(colour, 0.9)
    context.stroke()
  }
  context.setLineDash([])
  const free = new FreePlaces()
  // The name of the current one is always there to read.
  const named = there
    .slice(0, MAX_TAGS)
    .sort((a, b) => Number(b.suggestion === current) - Number(a.suggestion === current))
  for (const { suggestion, shape } of named) {
    const { left, top } = boundsOfShape(shape, look.image)
    const colour = look.colourOf(suggestion.classId)
    drawTag(context, suggestionName(suggestion), { left, top }, look.camera, colour, scale, free)
  }
}

function shapesIn({ tracks }: OpenSuggestion, frame: number): FlatShape[] {
  return tracks.flatMap(({ views }) => {
    const path = views.get(IMAGE_VIEW)
    const found = path && flatAt(path, frame)
    return found ? [found.shape] : []
  })
}
