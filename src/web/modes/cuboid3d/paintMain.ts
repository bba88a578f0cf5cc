import { objectName } from '../../document/objectRows.ts'
import { ACCENT_ON_CLOUD, LIGHT, SHADE } from '../../tokens.ts'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { FrameBox } from './frameBoxes.ts'

const FONT = '11px Inter, system-ui, sans-serif'
const MOST_NAMES = 150

/** Over the large view: names of the objects, and the current gesture. */
export function paintMain(context: CanvasRenderingContext2D, viewCamera: ViewCamera, editor: CuboidEditor): void {
  const { resting, selected } = editor.drawnBoxes()
  const boxes = [...selected, ...resting]
  if (editor.session.view.tags) paintNames(context, viewCamera, editor, boxes)
  else
    paintNames(
      context,
      viewCamera,
      editor,
      boxes.filter(({ trackId }) => trackId === editor.hovered),
    )
  paintGesture(context, viewCamera, editor)
}

function paintNames(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  editor: CuboidEditor,
  boxes: readonly FrameBox[],
): void {
  context.font = FONT
  context.textAlign = 'center'
  context.textBaseline = 'bottom'
  for (const { trackId, cuboid, color } of boxes.slice(0, MOST_NAMES)) {
    const roof = { ...cuboid.position, z: cuboid.position.z + cuboid.dimensions.height / 2 }
    const at = screenOf(viewCamera, roof)
    if (!at || at.x < 0 || at.y < 0 || at.x > viewCamera.widthPx || at.y > viewCamera.heightPx) continue
    const name = objectName(editor.session, trackId, '–') ?? ''
    const isStrong = trackId === editor.hovered || editor.session.selection.has(trackId)
    context.globalAlpha = isStrong ? 1 : 0.75
    const width = context.measureText(name).width + 8
    context.fillStyle = isStrong ? SHADE.strong : SHADE.light
    context.fillRect(at.x - width / 2, at.y - 20, width, 15)
    context.fillStyle = color
    context.fillRect(at.x - width / 2, at.y - 5, width, 1.5)
    context.fillStyle = LIGHT
    context.fillText(name, at.x, at.y - 6)
  }
  context.globalAlpha = 1
}

function paintGesture(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  { gesture: shown }: CuboidEditor,
): void {
  if (!shown || shown.gesture.kind === 'click') return
  const { gesture, groundZ: z } = shown
  const points = gesture.kind === 'drag' ? [gesture.from, gesture.to] : gesture.corners
  const onScreen = points.map(({ x, y }) => screenOf(viewCamera, { x, y, z })).filter((at) => at !== null)
  if (onScreen.length !== points.length) return
  context.strokeStyle = ACCENT_ON_CLOUD.line
  context.fillStyle = ACCENT_ON_CLOUD.line
  context.lineWidth = 2
  context.beginPath()
  context.moveTo(onScreen[0].x, onScreen[0].y)
  for (const { x, y } of onScreen.slice(1)) context.lineTo(x, y)
  if (gesture.kind === 'rectangle') context.closePath()
  context.stroke()
  if (gesture.kind === 'drag') paintTip(context, onScreen[0], onScreen[1])
}

function paintTip(context: CanvasRenderingContext2D, from: ScreenPoint, to: ScreenPoint): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  context.beginPath()
  context.moveTo(to.x, to.y)
  for (const turn of [2.6, -2.6]) {
    context.lineTo(to.x + 12 * Math.cos(angle + turn), to.y + 12 * Math.sin(angle + turn))
  }
  context.fill()
}
