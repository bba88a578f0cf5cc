import { spaceKind } from '../../../model/shapes/spaceShapes.ts'
import { ACCENT_ON_CLOUD, DARK, GRIPPED, HELD_DASH_PX, LIGHT, SHADE } from '../../tokens.ts'
import { seenPoint, seenSegment } from '../../tools/cuboid/space/pickSpace.ts'
import type { ScreenPoint, ViewCamera } from '../../view3d/viewCamera.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { FrameSpace, SpaceObjects } from './spaceObjects.ts'

const FONT = '11px Inter, system-ui, sans-serif'

/** Over a view of the cloud: polylines and key points of its frame, and those being set. */
export function paintSpaces(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  editor: CuboidEditor,
  spaces: SpaceObjects,
  frame = editor.frame,
): void {
  for (const space of spaces.drawn(frame)) {
    const isSelected = editor.session.selection.has(space.trackId)
    paintLine(context, viewCamera, space, isSelected || editor.hovered === space.trackId)
    paintVertices(context, viewCamera, space, isSelected, frame === editor.frame ? spaces.chosen : null)
  }
  if (frame === editor.frame) paintDrawing(context, viewCamera, spaces)
}

function paintLine(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  { shape, color, held }: FrameSpace,
  isStrong: boolean,
): void {
  if (!spaceKind(shape.type).joinsPoints) return
  context.strokeStyle = color
  context.lineWidth = isStrong ? 3 : 2
  context.setLineDash(held ? [...HELD_DASH_PX] : [])
  context.beginPath()
  shape.points.forEach((point, i) => {
    const seen = i > 0 ? seenSegment(viewCamera, shape.points[i - 1], point) : null
    if (!seen) return
    context.moveTo(seen[0].screen.x, seen[0].screen.y)
    context.lineTo(seen[1].screen.x, seen[1].screen.y)
  })
  context.stroke()
  context.setLineDash([])
}

function paintVertices(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  { shape, color }: FrameSpace,
  isSelected: boolean,
  chosen: number | null,
): void {
  const isPoints = !spaceKind(shape.type).joinsPoints
  if (!isSelected && !isPoints) return
  for (const [index, point] of shape.points.entries()) {
    const at = seenPoint(viewCamera, point)
    if (!at) continue
    paintDot(context, at, {
      radiusPx: isSelected ? 4.5 : 3.5,
      fill: point.visible === false ? DARK : isSelected ? LIGHT : color,
      line: isSelected && index === chosen ? GRIPPED : isSelected ? color : DARK,
    })
    if (isSelected && point.name) paintPointName(context, at, point.name)
  }
}

export function paintDot(
  context: CanvasRenderingContext2D,
  { x, y }: ScreenPoint,
  { radiusPx, fill, line }: { radiusPx: number; fill: string; line: string },
): void {
  context.beginPath()
  context.arc(x, y, radiusPx, 0, 2 * Math.PI)
  context.fillStyle = fill
  context.fill()
  context.strokeStyle = line
  context.lineWidth = 2
  context.stroke()
}

function paintPointName(context: CanvasRenderingContext2D, { x, y }: ScreenPoint, name: string): void {
  context.font = FONT
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillStyle = SHADE.light
  context.fillRect(x + 8, y - 8, context.measureText(name).width + 6, 16)
  context.fillStyle = LIGHT
  context.fillText(name, x + 11, y)
}

function paintDrawing(context: CanvasRenderingContext2D, viewCamera: ViewCamera, { drawing }: SpaceObjects): void {
  if (!drawing) return
  const { kind, points, next } = drawing
  const all = next ? [...points, next] : points
  context.strokeStyle = ACCENT_ON_CLOUD.line
  context.lineWidth = 2
  if (spaceKind(kind).joinsPoints) {
    context.beginPath()
    all.forEach((point, i) => {
      const seen = i > 0 ? seenSegment(viewCamera, all[i - 1], point) : null
      if (!seen) return
      context.moveTo(seen[0].screen.x, seen[0].screen.y)
      context.lineTo(seen[1].screen.x, seen[1].screen.y)
    })
    context.stroke()
  }
  for (const [index, point] of all.entries()) {
    const at = seenPoint(viewCamera, point)
    const fill = index < points.length ? ACCENT_ON_CLOUD.line : ACCENT_ON_CLOUD.fill
    if (at) paintDot(context, at, { radiusPx: 4, fill, line: ACCENT_ON_CLOUD.line })
  }
}
