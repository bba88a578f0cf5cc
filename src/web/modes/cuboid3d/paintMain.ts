import type { Vec3 } from '../../../geometry/vec3.ts'
import { objectName } from '../../document/objectRows.ts'
import { ACCENT_ON_CLOUD, LIGHT, SHADE } from '../../tokens.ts'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { FrameBox } from './frameBoxes.ts'
import type { FrameSpace, SpaceObjects } from './spaceObjects.ts'

const FONT = '11px Inter, system-ui, sans-serif'
const MOST_NAMES = 150
/** So much lower is level. */
const LEVEL_M = 0.5

/** The place for the name of an object. */
interface NamePlace {
  trackId: string
  color: string
  place: Vec3
}

/** Over the large view: names of the objects, and the current gesture. */
export function paintMain(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  editor: CuboidEditor,
  spaces: SpaceObjects,
): void {
  const { resting, selected } = editor.drawnBoxes()
  const places = [...[...selected, ...resting].map(overRoof), ...spaces.drawn(editor.frame).map(atHighest)]
  const isNamed = editor.session.view.tags ? () => true : ({ trackId }: NamePlace) => trackId === editor.hovered
  paintNames(context, viewCamera, editor, places.filter(isNamed))
  paintGesture(context, viewCamera, editor)
}

const overRoof = ({ trackId, color, cuboid: { position, dimensions } }: FrameBox): NamePlace => ({
  trackId,
  color,
  place: { ...position, z: position.z + dimensions.height / 2 },
})

/** The top of a pole, the first point of a line on the ground. */
const atHighest = ({ trackId, color, shape: { points } }: FrameSpace): NamePlace => ({
  trackId,
  color,
  place: points.reduce((highest, point) => (point.z > highest.z + LEVEL_M ? point : highest)),
})

/** The middle of a name, and how wide it is. */
interface Written extends ScreenPoint {
  width: number
}

const NAME_HEIGHT_PX = 15

const covers = (other: Written, { x, y }: ScreenPoint, width: number): boolean =>
  Math.abs(other.x - x) < (other.width + width) / 2 && Math.abs(other.y - y) < NAME_HEIGHT_PX

function paintNames(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  editor: CuboidEditor,
  places: readonly NamePlace[],
): void {
  context.font = FONT
  context.textAlign = 'center'
  context.textBaseline = 'bottom'
  const isStrong = ({ trackId }: NamePlace) => trackId === editor.hovered || editor.session.selection.has(trackId)
  const written: Written[] = []
  for (const named of places.slice(0, MOST_NAMES).toSorted((a, b) => Number(isStrong(b)) - Number(isStrong(a)))) {
    const { trackId, place, color } = named
    const at = screenOf(viewCamera, place)
    if (!at || at.x < 0 || at.y < 0 || at.x > viewCamera.widthPx || at.y > viewCamera.heightPx) continue
    const name = objectName(editor.session, trackId, '–') ?? ''
    const strong = isStrong(named)
    const width = context.measureText(name).width + 8
    // Overlapping names are unreadable: the first one stays, and those of the selection always do.
    if (!strong && written.some((other) => covers(other, at, width))) continue
    written.push({ x: at.x, y: at.y, width })
    context.globalAlpha = strong ? 1 : 0.75
    context.fillStyle = strong ? SHADE.strong : SHADE.light
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
