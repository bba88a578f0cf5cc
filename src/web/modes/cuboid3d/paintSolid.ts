import { CORNER_SIGNS, CUBOID_FACES, type Cuboid } from '../../../geometry/cuboid.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import { GRIPPED, LIGHT, SHADE } from '../../tokens.ts'
import type { BoxSide } from '../../tools/cuboid/boxHandle.ts'
import { hasHandles, placeOf, type SolidHandle, seenSides, solidHandleAt } from '../../tools/cuboid/solidHandle.ts'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { FrameHost } from './frameHost.ts'

const CORNER_PX = 2.5
const FACE_PX = 3.5

/** Over the large view: what the selected box can be taken by, and what would move. */
export function paintSolid(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  editor: CuboidEditor,
  host: FrameHost,
): void {
  const box = editor.selectedBox(host.frame)
  if (!box || !editor.canEdit || host.activeTool !== 'select') return
  if (!hasHandles(box.cuboid, viewCamera)) return
  const held = host.handle?.view === 'main' ? host.handle.handle : null
  if (held) paintHeld(context, viewCamera, box.cuboid, held)
  const seen = seenSides(box.cuboid, viewCamera)
  context.strokeStyle = SHADE.middle
  context.lineWidth = 1
  context.fillStyle = LIGHT
  for (const signs of CORNER_SIGNS) {
    const at = seen.some(({ axis, sign }) => signs[axis] === sign) && screenOf(viewCamera, placeOf(box.cuboid, signs))
    if (!at) continue
    context.fillRect(at.x - CORNER_PX, at.y - CORNER_PX, 2 * CORNER_PX, 2 * CORNER_PX)
    context.strokeRect(at.x - CORNER_PX, at.y - CORNER_PX, 2 * CORNER_PX, 2 * CORNER_PX)
  }
  for (const side of seen) {
    const at = screenOf(viewCamera, placeOf(box.cuboid, middleOf(side)))
    // Only sides that can be dragged are highlighted: from above, the roof cannot.
    const isPulled = at && solidHandleAt(box.cuboid, viewCamera, at)?.kind === 'face'
    if (!at || !isPulled) continue
    context.beginPath()
    context.arc(at.x, at.y, FACE_PX, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
  }
}

/** The faces that move, filled; the part itself drawn strongly. */
function paintHeld(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  cuboid: Cuboid,
  handle: SolidHandle,
): void {
  context.fillStyle = GRIPPED
  context.strokeStyle = GRIPPED
  for (const side of handle.sides) {
    const face = CUBOID_FACES.find(({ normal }) => normal[side.axis] === side.sign)
    const outline = face?.corners.map((i) => screenOf(viewCamera, placeOf(cuboid, CORNER_SIGNS[i]))) ?? []
    if (!outline.every((at) => at !== null)) continue
    trace(context, outline)
    context.closePath()
    context.globalAlpha = 0.22
    context.fill()
    context.globalAlpha = handle.kind === 'face' ? 1 : 0.5
    context.lineWidth = handle.kind === 'face' ? 2.5 : 1
    context.stroke()
  }
  context.globalAlpha = 1
  if (handle.kind === 'edge') {
    const ends = endsOf(handle.at).map((signs) => screenOf(viewCamera, placeOf(cuboid, signs)))
    if (ends.every((at) => at !== null)) {
      trace(context, ends)
      context.lineWidth = 4
      context.stroke()
    }
  }
  const at = handle.kind === 'edge' ? null : screenOf(viewCamera, placeOf(cuboid, handle.at))
  if (!at) return
  context.beginPath()
  context.arc(at.x, at.y, handle.kind === 'corner' ? 6 : 5, 0, 2 * Math.PI)
  context.fill()
}

function trace(context: CanvasRenderingContext2D, points: readonly ScreenPoint[]): void {
  context.beginPath()
  points.forEach(({ x, y }, i) => {
    if (i === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  })
}

const middleOf = ({ axis, sign }: BoxSide): Vec3 => ({ x: 0, y: 0, z: 0, [axis]: sign })

/** The two ends of the edge with a place on it. */
function endsOf(at: Vec3): Vec3[] {
  const along = (['x', 'y', 'z'] as const).find((axis) => Math.abs(at[axis]) < 1) ?? 'x'
  return [-1, 1].map((sign) => ({ ...at, [along]: sign }))
}
