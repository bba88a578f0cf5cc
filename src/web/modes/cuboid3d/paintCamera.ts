import type { CameraPixel } from '../../../geometry/camera.ts'
import type { Rectangle } from '../../../model/document/shape.ts'
import { linesAt } from '../../document/overlayLook.ts'
import { paintPoints } from '../../scene/cloud/paintPoints.ts'
import { ACCENT_ON_CLOUD, HELD_DASH_PX, LIGHT, type LineLook } from '../../tokens.ts'
import type { CameraDraft } from '../../tools/cuboid/camera/cameraHost.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { type ImagePlacement, viewPlace } from '../../view3d/imagePlacement.ts'
import type { CameraBoxes } from './cameraBoxes.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import { relativeTo } from './paintComparison.ts'

/** Edges of the front face, and the two that no other face shares with it: the front is drawn stronger. */
const FRONT_EDGES = new Set([5, 7, 9, 11])
const MOST_BOXES = 400
const LEAST_WITH_HANDLES_PX = 14

export interface CameraPainting {
  source: CameraSource
  placement: ImagePlacement
  /** u, v, depth after one another; null: not shown. */
  points: Float32Array | null
  draft: CameraDraft | null
  /** Thumbnails show only the selection. */
  isSmall: boolean
}

/** Over the image: points, and cuboids bent as the lens bends them. */
export function paintCamera(
  context: CanvasRenderingContext2D,
  editor: CuboidEditor,
  boxes: CameraBoxes,
  painting: CameraPainting,
): void {
  if (painting.points) paintPoints(context, painting.points, painting.placement, window.devicePixelRatio)
  paintCuboids(context, editor, boxes, painting)
  if (painting.isSmall) return
  if (!editor.session.overlay.hidesWork) paintRectangles(context, editor, boxes, painting)
  paintCompared(context, editor, boxes, painting)
}

/** Documents over each other: cuboids bent as the lens bends them, and rectangles of this camera. */
function paintCompared(
  context: CanvasRenderingContext2D,
  editor: CuboidEditor,
  boxes: CameraBoxes,
  { source, placement }: CameraPainting,
): void {
  const { overlay, frame } = editor.session
  for (const { object, shape, look } of linesAt(overlay, frame)) {
    const widthPx = object === overlay.current ? 3 : 1.8
    if (shape.type === 'rectangle' && object.sensorId === source.sensorId) {
      paintRectangle(context, source, placement, shape, { ...look, widthPx, handles: false })
    }
    if (shape.type !== 'solid') continue
    context.strokeStyle = look.color
    context.lineWidth = widthPx
    context.setLineDash([...look.dash])
    for (const { points } of boxes.edgesOf({ cuboid: relativeTo(editor, shape.cuboid) }, source)) {
      tracePlaces(context, placement, points)
      context.stroke()
    }
    context.setLineDash([])
  }
}

function tracePlaces(
  context: CanvasRenderingContext2D,
  placement: ImagePlacement,
  points: readonly CameraPixel[],
): void {
  context.beginPath()
  points.forEach((point, i) => {
    const { x, y } = viewPlace(placement, point)
    if (i === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  })
}

function paintCuboids(
  context: CanvasRenderingContext2D,
  editor: CuboidEditor,
  boxes: CameraBoxes,
  { source, placement, isSmall }: CameraPainting,
): void {
  const { selection } = editor.session
  const { resting, selected } = editor.drawnBoxes()
  const shown = isSmall ? selected : [...resting.slice(0, MOST_BOXES), ...selected]
  for (const box of shown) {
    const isStrong = selection.has(box.trackId) || editor.hovered === box.trackId
    context.strokeStyle = box.color
    context.globalAlpha = isStrong ? 1 : 0.7
    context.setLineDash(box.held || box.isUnsure ? [...HELD_DASH_PX] : [])
    for (const { edge, points } of boxes.edgesOf(box, source)) {
      context.lineWidth = (isStrong ? 1.8 : 1) + (FRONT_EDGES.has(edge) ? 1 : 0)
      tracePlaces(context, placement, points)
      context.stroke()
    }
  }
  context.setLineDash([])
  context.globalAlpha = 1
}

function paintRectangles(
  context: CanvasRenderingContext2D,
  editor: CuboidEditor,
  boxes: CameraBoxes,
  { source, placement, draft }: CameraPainting,
): void {
  for (const { trackId, state, rectangle, color } of boxes.rectanglesOf(source)) {
    const shown = draft?.trackId === trackId ? draft.rectangle : rectangle
    if (!shown) continue
    const isSelected = editor.session.selection.has(trackId)
    paintRectangle(context, source, placement, shown, {
      color,
      widthPx: isSelected ? 2.5 : 1.2,
      // What follows is dashed: it may change by itself. What a person made is drawn through.
      dash: state === 'linked' && draft?.trackId !== trackId ? [5, 4] : [],
      handles: isSelected,
    })
  }
  const known = draft && boxes.rectanglesOf(source).some(({ trackId }) => trackId === draft.trackId)
  if (draft && !known) {
    paintRectangle(context, source, placement, draft.rectangle, {
      color: ACCENT_ON_CLOUD.line,
      widthPx: 2,
      dash: [],
      handles: false,
    })
  }
}

/** In pixels of the view. */
export function rectangleInView({ size }: CameraSource, placement: ImagePlacement, rectangle: Rectangle) {
  const { scale, left, top } = placement
  return {
    left: left + rectangle.left * size.width * scale,
    right: left + rectangle.right * size.width * scale,
    top: top + rectangle.top * size.height * scale,
    bottom: top + rectangle.bottom * size.height * scale,
  }
}

function paintRectangle(
  context: CanvasRenderingContext2D,
  source: CameraSource,
  placement: ImagePlacement,
  rectangle: Rectangle,
  look: LineLook & { widthPx: number; handles: boolean },
): void {
  const { left, top, right, bottom } = rectangleInView(source, placement, rectangle)
  context.strokeStyle = look.color
  context.lineWidth = look.widthPx
  context.setLineDash([...look.dash])
  context.strokeRect(left, top, right - left, bottom - top)
  context.setLineDash([])
  // On a small box, handles would hide everything else; its sides can be dragged all the same.
  if (!look.handles || Math.min(right - left, bottom - top) < LEAST_WITH_HANDLES_PX) return
  context.fillStyle = LIGHT
  for (const x of [left, right]) for (const y of [top, bottom]) context.fillRect(x - 3, y - 3, 6, 6)
}
