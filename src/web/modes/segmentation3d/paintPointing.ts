import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { LegendEntry } from '../../../model/document/document.ts'
import type { Translator } from '../../messages/translator.ts'
import { ACCENT_ON_CLOUD, ERASER, LIGHT, SHADE } from '../../tokens.ts'
import { knobsOf } from '../../tools/points/box/boxGrip.ts'
import type { PointGesture } from '../../tools/points/pointHost.ts'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'
import { traceCuboid } from '../sensors/traceCuboid.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelPlaces } from './labelPlaces.ts'

const FONT = '11px Inter, system-ui, sans-serif'
/** Boxes around more entries than this would not be readable. */
const MOST_OUTLINED = 40
/** Only instances are outlined; a class that is everywhere would only frame the whole scene. */
const isOutlined = (entry: LegendEntry) => entry.instance !== null

/** Draws over the large view: the selection, the hovered entry, the current stroke. */
export function paintPointing(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  editor: LabelEditor,
  places: LabelPlaces,
): void {
  const chosen = editor.legend.filter((entry) => editor.selected.has(entry.id) && isOutlined(entry))
  for (const entry of chosen.slice(0, MOST_OUTLINED)) {
    const box = places.boxOf(entry)
    if (!box) continue
    context.globalAlpha = 0.75
    paintEdges(context, viewCamera, box, editor.colorOf(entry), 1)
    context.globalAlpha = 1
    const roof = { ...box.position, z: box.position.z + box.dimensions.height / 2 }
    const at = screenOf(viewCamera, roof)
    if (at) paintName(context, { x: at.x, y: at.y - 8 }, editor.nameOf(entry), editor.colorOf(entry))
  }
  paintBox(context, viewCamera, editor)
  const { hovered } = editor
  if (hovered) {
    const at = screenOf(viewCamera, places.pointAt(hovered.index))
    if (at) paintRing(context, at)
    if (at && hovered.view === 'main') {
      paintName(context, { x: at.x, y: at.y - 14 }, editor.nameOf(hovered.entry), editor.colorOf(hovered.entry))
    }
  }
  if (editor.gesture?.view === 'main') paintGesture(context, editor.gesture, editor)
}

export function paintGesture(
  context: CanvasRenderingContext2D,
  gesture: PointGesture,
  { taking, t }: Pick<LabelEditor, 'taking' | 't'>,
): void {
  context.strokeStyle = (gesture.erases ? ERASER : ACCENT_ON_CLOUD).line
  context.lineWidth = 1.5
  context.setLineDash([])
  context.beginPath()
  if (gesture.kind === 'brush') {
    context.arc(gesture.at.x, gesture.at.y, gesture.radiusPx, 0, 2 * Math.PI)
  } else if (gesture.kind === 'rectangle') {
    const { from, to } = gesture
    context.rect(from.x, from.y, to.x - from.x, to.y - from.y)
  } else {
    const [first, ...others] = gesture.points
    context.moveTo(first.x, first.y)
    for (const { x, y } of others) context.lineTo(x, y)
    context.closePath()
  }
  context.fillStyle = (gesture.erases ? ERASER : ACCENT_ON_CLOUD).fill
  context.fill()
  context.stroke()
  if (taking && taking.points > 0) paintTaking(context, gesture, takingText(t, taking))
  if (gesture.kind !== 'path' || !gesture.isCornered) return
  context.fillStyle = LIGHT
  for (const { x, y } of gesture.points.slice(0, -1)) context.fillRect(x - 3, y - 3, 6, 6)
}

/** Draws next to the pointer: the number of points, and how many of them already have a label. */
function paintTaking(context: CanvasRenderingContext2D, gesture: PointGesture, text: string): void {
  const { x, y } = pointerOf(gesture)
  const below = gesture.kind === 'brush' ? gesture.radiusPx : 0
  paintName(context, { x, y: y + below + 24 }, text, (gesture.erases ? ERASER : ACCENT_ON_CLOUD).line)
}

function pointerOf(gesture: PointGesture): ScreenPoint {
  if (gesture.kind === 'brush') return gesture.at
  return gesture.kind === 'rectangle' ? gesture.to : gesture.points[gesture.points.length - 1]
}

export function paintRing(context: CanvasRenderingContext2D, { x, y }: ScreenPoint): void {
  context.strokeStyle = LIGHT
  context.lineWidth = 2
  context.beginPath()
  context.arc(x, y, 6, 0, 2 * Math.PI)
  context.stroke()
}

export function paintName(context: CanvasRenderingContext2D, at: ScreenPoint, name: string, color: string): void {
  context.font = FONT
  context.textAlign = 'center'
  context.textBaseline = 'bottom'
  const width = context.measureText(name).width + 8
  context.fillStyle = SHADE.strong
  context.fillRect(at.x - width / 2, at.y - 15, width, 15)
  context.fillStyle = color
  context.fillRect(at.x - width / 2, at.y, width, 2)
  context.fillStyle = LIGHT
  context.fillText(name, at.x, at.y - 1)
}

function paintBox(context: CanvasRenderingContext2D, viewCamera: ViewCamera, { box, filters }: LabelEditor): void {
  if (filters.crop && !box) {
    context.globalAlpha = 0.35
    paintFloor(context, viewCamera, filters.crop)
    context.globalAlpha = 1
  }
  if (!box) return
  paintEdges(context, viewCamera, box, ACCENT_ON_CLOUD.line, 2)
  context.fillStyle = LIGHT
  for (const { at } of knobsOf(box, viewCamera)) {
    context.beginPath()
    context.arc(at.x, at.y, 5, 0, 2 * Math.PI)
    context.fill()
  }
}

/** Draws the outline of a crop at the height of its middle, since its roof and floor may be far away. */
function paintFloor(context: CanvasRenderingContext2D, viewCamera: ViewCamera, crop: Cuboid): void {
  paintEdges(context, viewCamera, { ...crop, dimensions: { ...crop.dimensions, height: 0 } }, LIGHT, 1)
}

function paintEdges(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  cuboid: Cuboid,
  color: string,
  widthPx: number,
): void {
  context.strokeStyle = color
  context.lineWidth = widthPx
  context.setLineDash([])
  traceCuboid(context, viewCamera, cuboid)
  context.stroke()
}

function takingText(t: Translator, { points, labelled }: NonNullable<LabelEditor['taking']>): string {
  return labelled > 0 ? t('seg.taking', { points, labelled }) : t.number(points)
}
