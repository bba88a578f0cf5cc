import type { FaceName } from '../../../geometry/cuboid.ts'
import { DARK, GRIPPED, HELD_DASH_PX, LIGHT, LIGHT_DIM, LIGHT_FAINT } from '../../tokens.ts'
import { type BoxHandle, boxOnScreen, TURN_KNOB_PX } from '../../tools/cuboid/boxHandle.ts'
import { BOX_PLANES, type BoxViewName, edgesOf, sizeAlong } from '../../view3d/boxView.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import type { FrameBox } from './frameBoxes.ts'

const FONT = '11px Inter, system-ui, sans-serif'
const CORNER_PX = 3.5
const DASH_PX = [4, 4]

/** Over a small view: the box seen along one of its axes, its handles, its size and which way it faces. */
export function paintBoxView(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  name: BoxViewName,
  box: FrameBox,
  /** null: read-only. */
  held: { handle: BoxHandle | null } | null,
  /** Faces without points. */
  completed: readonly FaceName[],
): void {
  const { centre, halfX, halfY } = boxOnScreen(box.cuboid, name, viewCamera)
  const turnRad = screenTurn(viewCamera, name, box)
  context.save()
  context.translate(centre.x, centre.y)
  context.rotate(turnRad)
  paintFacing(context, name, halfX, halfY, box.color)
  context.lineWidth = 1.5
  paintEdges(context, name, halfX, halfY, box, completed)
  if (held) paintHandles(context, name, halfX, halfY, held.handle)
  context.restore()
  paintSizes(context, viewCamera, name, box)
}

/** During a drag the view stays fixed, and the box may be rotated in it. */
function screenTurn(viewCamera: ViewCamera, name: BoxViewName, { cuboid }: FrameBox): number {
  const { w, x, y, z } = cuboid.heading
  const axisX = { x: 1 - 2 * (y * y + z * z), y: 2 * (x * y + w * z), z: 2 * (x * z - w * y) }
  const axisY = { x: 2 * (x * y - w * z), y: 1 - 2 * (x * x + z * z), z: 2 * (y * z + w * x) }
  const { axis, sign } = BOX_PLANES[name].right
  const right = axis === 'x' ? axisX : axisY
  const { right: r, up: u } = viewCamera
  const across = sign * (right.x * r.x + right.y * r.y + right.z * r.z)
  const along = sign * (right.x * u.x + right.y * u.y + right.z * u.z)
  return -Math.atan2(along, across)
}

/** Fills the front where it is seen edge-on; seen from behind, fills the whole face faintly. */
function paintFacing(
  context: CanvasRenderingContext2D,
  name: BoxViewName,
  halfX: number,
  halfY: number,
  color: string,
): void {
  context.fillStyle = color
  context.globalAlpha = 0.35
  if (name === 'top') context.fillRect(-halfX, -halfY, 2 * halfX, Math.min(6, halfY))
  else if (name === 'side') context.fillRect(halfX - Math.min(6, halfX), -halfY, Math.min(6, halfX), 2 * halfY)
  context.globalAlpha = 1
  if (name === 'rear') return
  context.beginPath()
  if (name === 'top') {
    context.moveTo(0, -halfY)
    context.lineTo(-5, -halfY + 9)
    context.lineTo(5, -halfY + 9)
  } else {
    context.moveTo(halfX, 0)
    context.lineTo(halfX - 9, -5)
    context.lineTo(halfX - 9, 5)
  }
  context.fill()
}

/** The faces seen edge-on: those that points show solid, completed ones dashed. */
function paintEdges(
  context: CanvasRenderingContext2D,
  name: BoxViewName,
  halfX: number,
  halfY: number,
  { color, held }: FrameBox,
  completed: readonly FaceName[],
): void {
  const corners = [
    [halfX, -halfY],
    [halfX, halfY],
    [-halfX, halfY],
    [-halfX, -halfY],
  ]
  for (const [i, face] of edgesOf(name).entries()) {
    const isCompleted = completed.includes(face)
    context.setLineDash(held ? [...HELD_DASH_PX] : isCompleted ? DASH_PX : [])
    context.strokeStyle = isCompleted && !held ? LIGHT : color
    const [from, to] = [corners[i], corners[(i + 1) % 4]]
    context.beginPath()
    context.moveTo(from[0], from[1])
    context.lineTo(to[0], to[1])
    context.stroke()
  }
  context.setLineDash([])
}

function paintHandles(
  context: CanvasRenderingContext2D,
  name: BoxViewName,
  halfX: number,
  halfY: number,
  handle: BoxHandle | null,
): void {
  context.strokeStyle = handle?.kind === 'turn' ? GRIPPED : LIGHT_FAINT
  context.fillStyle = handle?.kind === 'turn' ? GRIPPED : DARK
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(0, -halfY)
  context.lineTo(0, -halfY - TURN_KNOB_PX + 4)
  context.stroke()
  context.beginPath()
  context.arc(0, -halfY - TURN_KNOB_PX, 4.5, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
  context.fillStyle = LIGHT
  for (const x of [-halfX, halfX]) {
    for (const y of [-halfY, halfY]) context.fillRect(x - CORNER_PX, y - CORNER_PX, 2 * CORNER_PX, 2 * CORNER_PX)
  }
  if (handle?.kind !== 'sides') return
  const { right, up } = BOX_PLANES[name]
  context.strokeStyle = GRIPPED
  context.lineWidth = 3
  for (const { axis, sign } of handle.sides) {
    context.beginPath()
    if (axis === right.axis) {
      const x = halfX * sign * right.sign
      context.moveTo(x, -halfY)
      context.lineTo(x, halfY)
    } else {
      const y = -halfY * sign * up.sign
      context.moveTo(-halfX, y)
      context.lineTo(halfX, y)
    }
    context.stroke()
  }
}

function paintSizes(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  name: BoxViewName,
  { cuboid }: FrameBox,
): void {
  const { right, up } = BOX_PLANES[name]
  context.font = FONT
  context.fillStyle = LIGHT_DIM
  context.textAlign = 'right'
  context.textBaseline = 'bottom'
  const text = `${sizeAlong(cuboid, right.axis).toFixed(2)} × ${sizeAlong(cuboid, up.axis).toFixed(2)} m`
  context.fillText(text, viewCamera.widthPx - 6, viewCamera.heightPx - 4)
}
