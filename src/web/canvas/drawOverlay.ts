import type { FlatShape, Landmark } from '../../model/document/shape.ts'
import type { Skeleton } from '../../model/skeleton.ts'
import { ACCENT, COVERED, ERASER, HELD, HELD_DASH_PX, LIGHT, LIGHT_FAINT, SHADE } from '../tokens.ts'
import type { CanvasEditor } from '../tools/image/canvasEditor.ts'
import type { Overlay } from '../tools/image/imageHost.ts'
import type { AreaStroke, PieceBorders } from '../tools/image/regions/regionFinder.ts'
import { ROTATE_OFFSET_PX, shownHandles } from '../tools/image/select/handleAt.ts'
import { type Camera2d, screenFromImage } from '../view2d/camera2d.ts'
import { handlesOf } from '../view2d/shapes/handles.ts'
import { type PixelPoint, pixelOf } from '../view2d/shapes/pixels.ts'
import type { Handle } from '../view2d/shapes/shapeView.ts'
import { drawMask, drawShapes, type ShapeLook } from './drawShapes.ts'
import { type Rgb, rgbOf, withAlpha } from './paintStyle.ts'
import { isFilled, traceEdges, tracePoints, traceShape } from './tracePath.ts'
import { upright } from './upright.ts'

const HANDLE_PX = 8
/** Above this number, shapes differ by their fill alone. */
const MAX_EMPHASISED = 300
const MIDPOINT_PX = 6

type Context = CanvasRenderingContext2D

/** Draws the selection with its handles, the hovered shape, and the preview of the tool. */
export function drawOverlay(
  context: Context,
  editor: CanvasEditor,
  look: ShapeLook,
  current: { classId: string; colour: Rgb },
  scale: number,
): void {
  const overlay = editor.overlay
  drawHovered(context, editor, look)
  const selected = editor.selectedShapes().flatMap((shown) => {
    if (shown.trackId === overlay.paint?.trackId) return []
    const shape = overlay.replaced?.get(shown.trackId)
    return shape ? { ...shown, shape } : shown
  })
  if (selected.length > MAX_EMPHASISED) drawShapes(context, selected, { ...look, fillOpacity: look.fillOpacity + 0.3 })
  else for (const { shape, classId, held } of selected) drawEmphasised(context, shape, classId, look, held)
  if (overlay.borders) drawBorders(context, overlay.borders, look.camera)
  for (const shape of overlay.added ?? []) drawEmphasised(context, shape, current.classId, look)
  if (overlay.crosshair && editor.session.view.crosshair) drawCrosshair(context, editor, overlay.crosshair)
  if (overlay.path) drawPath(context, overlay.path, look.camera, current.colour)
  if (overlay.wire) drawWire(context, overlay.wire, look.camera, current.colour)
  if (overlay.box) drawBox(context, overlay.box, look.camera)
  drawHandles(context, editor, overlay, look, scale)
  if (overlay.snapped) drawRing(context, screenFromImage(overlay.snapped, look.camera), 6, ACCENT.line)
  for (const { at, positive } of overlay.prompts ?? [])
    drawRing(context, screenFromImage(at, look.camera), 5, positive ? ACCENT.line : ERASER.line)
  for (const stroke of overlay.strokes ?? []) drawStroke(context, stroke, look.camera)
  if (overlay.brush) drawBrush(context, overlay.brush, look.camera)
  if (overlay.hint) drawHint(context, overlay.hint, look.camera)
}

function drawBorders(context: Context, { picture, bounds }: PieceBorders, camera: Camera2d): void {
  const { x, y } = screenFromImage({ x: bounds.left, y: bounds.top }, camera)
  context.imageSmoothingEnabled = false
  const [width, height] = [bounds.right - bounds.left, bounds.bottom - bounds.top]
  context.drawImage(picture, x, y, width * camera.scale, height * camera.scale)
}

function drawCrosshair(context: Context, { camera, viewport }: CanvasEditor, at: PixelPoint): void {
  const { x, y } = screenFromImage(at, camera)
  context.beginPath()
  context.moveTo(0, y)
  context.lineTo(viewport.widthPx, y)
  context.moveTo(x, 0)
  context.lineTo(x, viewport.heightPx)
  context.lineWidth = 1
  context.strokeStyle = LIGHT_FAINT
  context.stroke()
}

function drawHovered(context: Context, { hovered, shapes, session }: CanvasEditor, look: ShapeLook): void {
  const shown = hovered === null || session.selection.has(hovered) ? null : shapes.get(hovered)
  if (!shown) return
  context.beginPath()
  traceShape(context, shown.shape, look.image, look.camera)
  context.lineWidth = 3
  context.strokeStyle = withAlpha(look.colourOf(shown.classId), 1)
  context.stroke()
}

function drawEmphasised(context: Context, shape: FlatShape, classId: string, look: ShapeLook, held = false): void {
  const colour = held ? rgbOf(HELD) : look.colourOf(classId)
  const skeleton = look.skeletonOf?.(classId)
  if (shape.type === 'mask') {
    drawMask(context, shape, colour, { camera: look.camera, fillOpacity: 0.55 })
    return
  }
  context.beginPath()
  traceShape(context, shape, look.image, look.camera)
  if (skeleton && shape.type === 'landmark') traceEdges(context, shape, skeleton, look.image, look.camera)
  if (isFilled(shape)) {
    context.fillStyle = withAlpha(colour, Math.min(0.6, look.fillOpacity + 0.12))
    context.fill('evenodd')
  }
  context.lineJoin = 'round'
  context.lineWidth = 4
  context.strokeStyle = SHADE.middle
  context.stroke()
  context.lineWidth = 2
  context.strokeStyle = withAlpha(colour, 1)
  context.setLineDash(held ? [...HELD_DASH_PX] : [])
  context.stroke()
  context.setLineDash([])
  if (shape.type === 'landmark') drawKeypointNames(context, shape, skeleton, look)
}

/** The names of a skeleton's points, otherwise their numbers. */
function drawKeypointNames(context: Context, shape: Landmark, skeleton: Skeleton | undefined, look: ShapeLook): void {
  context.font = '600 11px system-ui, sans-serif'
  context.textBaseline = 'middle'
  for (const point of shape.points) {
    const { x, y } = screenFromImage(pixelOf(point, look.image), look.camera)
    context.lineWidth = 3
    context.strokeStyle = SHADE.middle
    const name = skeleton?.points[point.label - 1]?.name ?? String(point.label)
    upright(context, { x, y }, look.camera.turns, () => {
      context.strokeText(name, x + 8, y - 8)
      context.fillStyle = point.visible ? LIGHT : COVERED
      context.fillText(name, x + 8, y - 8)
    })
  }
}

const HINT_OFFSET_PX = 14

/** Draws a word next to the pointer. */
function drawHint(context: Context, { at, text }: NonNullable<Overlay['hint']>, camera: Camera2d): void {
  const { x, y } = screenFromImage(at, camera)
  context.font = '600 12px system-ui, sans-serif'
  context.textBaseline = 'middle'
  context.lineWidth = 4
  context.strokeStyle = SHADE.middle
  context.fillStyle = LIGHT
  upright(context, { x, y }, camera.turns, () => {
    context.strokeText(text, x + HINT_OFFSET_PX, y + HINT_OFFSET_PX)
    context.fillText(text, x + HINT_OFFSET_PX, y + HINT_OFFSET_PX)
  })
}

function drawPath(context: Context, path: NonNullable<Overlay['path']>, camera: Camera2d, colour: Rgb): void {
  const points = path.next && !path.closing ? [...path.points, path.next] : path.points
  strokePoints(context, points, path.closing, camera, colour)
  path.points.forEach((point, i) => {
    const at = screenFromImage(point, camera)
    drawSquare(context, at, i === 0 && path.closing ? HANDLE_PX + 4 : MIDPOINT_PX, i === 0 ? ACCENT.line : LIGHT)
  })
}

function drawWire(context: Context, { path, clicks }: NonNullable<Overlay['wire']>, camera: Camera2d, colour: Rgb) {
  strokePoints(context, path, false, camera, colour)
  clicks.forEach((click, i) => {
    drawSquare(context, screenFromImage(click, camera), MIDPOINT_PX, i === 0 ? ACCENT.line : LIGHT)
  })
}

function strokePoints(context: Context, points: readonly PixelPoint[], closed: boolean, camera: Camera2d, colour: Rgb) {
  context.beginPath()
  tracePoints(context, points, closed, camera)
  context.lineWidth = 4
  context.strokeStyle = SHADE.middle
  context.stroke()
  context.lineWidth = 2
  context.strokeStyle = withAlpha(colour, 1)
  context.stroke()
}

function drawBox(context: Context, box: NonNullable<Overlay['box']>, { scale, x, y }: Camera2d): void {
  const at = [box.left * scale + x, box.top * scale + y, (box.right - box.left) * scale, (box.bottom - box.top) * scale]
  context.fillStyle = ACCENT.fill
  context.fillRect(at[0], at[1], at[2], at[3])
  context.lineWidth = 1
  context.setLineDash([4, 3])
  context.strokeStyle = ACCENT.line
  context.strokeRect(at[0], at[1], at[2], at[3])
  context.setLineDash([])
}

function drawHandles(context: Context, editor: CanvasEditor, overlay: Overlay, look: ShapeLook, scale: number): void {
  if (!editor.stateName.startsWith('select.')) return
  const found = shownHandles(editor)
  if (!found) return
  const shape = overlay.replaced?.get(found.shown.trackId)
  const handles = shape ? handlesOf(shape, look.image, editor.imagePx(ROTATE_OFFSET_PX)) : found.handles
  for (const handle of handles) drawHandle(context, handle, look.camera, scale)
  const { chosenVertex } = editor
  const chosen = handles.find(
    (handle) => handle.kind === 'vertex' && handle.ring === chosenVertex?.ring && handle.index === chosenVertex.index,
  )
  if (chosen) drawSquare(context, screenFromImage(chosen.at, look.camera), (HANDLE_PX + 2) * scale, ACCENT.line)
}

function drawHandle(context: Context, handle: Handle, camera: Camera2d, scale: number): void {
  const at = screenFromImage(handle.at, camera)
  if (handle.kind === 'rotate') drawRing(context, at, (HANDLE_PX / 2 + 1) * scale, ACCENT.line)
  else if (handle.kind === 'midpoint') drawSquare(context, at, (MIDPOINT_PX - 1) * scale, LIGHT_FAINT)
  else drawSquare(context, at, HANDLE_PX * scale, LIGHT)
}

function drawSquare(context: Context, { x, y }: PixelPoint, sizePx: number, fill: string): void {
  context.fillStyle = fill
  context.strokeStyle = SHADE.middle
  context.lineWidth = 1
  context.fillRect(x - sizePx / 2, y - sizePx / 2, sizePx, sizePx)
  context.strokeRect(x - sizePx / 2, y - sizePx / 2, sizePx, sizePx)
}

function drawRing(context: Context, { x, y }: PixelPoint, radiusPx: number, colour: string): void {
  context.beginPath()
  context.arc(x, y, radiusPx, 0, 2 * Math.PI)
  context.lineWidth = 4
  context.strokeStyle = SHADE.middle
  context.stroke()
  context.lineWidth = 2
  context.strokeStyle = colour
  context.stroke()
}

function drawStroke(context: Context, { points, radiusPx, isObject }: AreaStroke, camera: Camera2d): void {
  context.beginPath()
  tracePoints(context, points.length === 1 ? [points[0], points[0]] : points, false, camera)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.lineWidth = 2 * radiusPx * camera.scale
  context.strokeStyle = isObject ? ACCENT.line : ERASER.line
  context.stroke()
  context.lineCap = 'butt'
}

function drawBrush(context: Context, brush: NonNullable<Overlay['brush']>, camera: Camera2d): void {
  const radiusPx = Math.max(2, brush.radiusPx * camera.scale)
  drawRing(context, screenFromImage(brush.at, camera), radiusPx, brush.erases ? ERASER.line : LIGHT)
}
