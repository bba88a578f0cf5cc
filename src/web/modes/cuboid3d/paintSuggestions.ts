import type { Cuboid } from '../../../geometry/cuboid.ts'
import { scale, subtract, type Vec3 } from '../../../geometry/vec3.ts'
import { cuboidAt, spaceAt } from '../../../model/document/interpolate.ts'
import type { SpaceShape } from '../../../model/document/shape.ts'
import { spaceKind } from '../../../model/shapes/spaceShapes.ts'
import { FreePlaces } from '../../canvas/freePlaces.ts'
import { suggestionName } from '../../document/openSuggestions.ts'
import { ACCENT_ON_CLOUD, LIGHT, SHADE, UNKNOWN_CLASS_ON_CLOUD } from '../../tokens.ts'
import { seenSegment } from '../../tools/cuboid/space/pickSpace.ts'
import { cuboidRelativeTo } from '../../view3d/relativeMatrix.ts'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'
import { traceCuboid } from '../sensors/traceCuboid.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import { moved } from './spaceObjects.ts'

const FONT = '11px Inter, system-ui, sans-serif'
const DASH_PX = [6, 4]

/** Boxes, lines and points that assistants propose in the frame: dashed, the current one strong, each with its score where labels are shown. */
export function paintSuggestions(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  { session, job }: CuboidEditor,
): void {
  const { suggestions, frame } = session
  const colors = new Map(session.job.tag.classes.map(({ classId, color }) => [classId, color]))
  context.setLineDash(DASH_PX)
  const free = new FreePlaces()
  const { current } = suggestions
  // The name of the current one is always there to read.
  const rest = [...suggestions.shown.filter((one) => one !== current), ...suggestions.previewed]
  const ordered = current ? [current, ...rest] : rest
  for (const suggestion of ordered) {
    const isCurrent = suggestion === current
    context.strokeStyle = isCurrent ? ACCENT_ON_CLOUD.line : (colors.get(suggestion.classId) ?? UNKNOWN_CLASS_ON_CLOUD)
    context.lineWidth = isCurrent ? 2.5 : 1.5
    for (const track of suggestion.tracks) {
      const found = cuboidAt(track, frame)
      const points = spaceAt(track, frame)?.shape
      const named = isCurrent || session.view.tags ? suggestionName(suggestion) : null
      if (points) paintSpaceShape(context, viewCamera, moved(points, scale(job.originM, -1)), named, free)
      if (found) paintBox(context, viewCamera, cuboidRelativeTo(job.originM, found.shape), named, free)
    }
  }
  const { awaited } = suggestions
  if (awaited?.gesture)
    paintAwaited(
      context,
      viewCamera,
      subtract(awaited.gesture.from, job.originM),
      subtract(awaited.gesture.to, job.originM),
    )
  context.setLineDash([])
}

/** Draws where an assistant was asked to fit a cuboid. */
function paintAwaited(context: CanvasRenderingContext2D, viewCamera: ViewCamera, from: Vec3, to: Vec3): void {
  const [start, end] = [screenOf(viewCamera, from), screenOf(viewCamera, to)]
  if (!start || !end) return
  context.strokeStyle = ACCENT_ON_CLOUD.line
  context.lineWidth = 2
  context.beginPath()
  context.arc(start.x, start.y, 5, 0, 2 * Math.PI)
  context.moveTo(start.x, start.y)
  context.lineTo(end.x, end.y)
  context.stroke()
}

/** A box as lines, with its name; style and dashes are the caller's. */
export function paintBox(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  cuboid: Cuboid,
  named: string | null,
  free?: FreePlaces,
): void {
  traceCuboid(context, viewCamera, cuboid)
  context.stroke()
  paintName(context, screenOf(viewCamera, middleOfRoof(cuboid)), named, free)
}

const middleOfRoof = ({ position, dimensions }: Cuboid) => ({ ...position, z: position.z + dimensions.height / 2 })

function paintName(
  context: CanvasRenderingContext2D,
  at: ScreenPoint | null,
  name: string | null,
  free?: FreePlaces,
): void {
  if (!at || !name) return
  context.font = FONT
  context.textAlign = 'center'
  context.textBaseline = 'bottom'
  const width = context.measureText(name).width + 8
  const place = { x: at.x - width / 2, y: at.y - 20, width, height: 15 }
  if (free && !free.take(place)) return
  context.fillStyle = SHADE.light
  context.fillRect(place.x, place.y, place.width, place.height)
  context.fillStyle = LIGHT
  context.fillText(name, at.x, at.y - 6)
}

/** The same of a line or points in space. */
export function paintSpaceShape(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  { type, points }: SpaceShape,
  named: string | null,
  free?: FreePlaces,
): void {
  context.beginPath()
  for (const [i, point] of points.entries()) {
    const seen = spaceKind(type).joinsPoints && i > 0 ? seenSegment(viewCamera, points[i - 1], point) : null
    if (seen) {
      context.moveTo(seen[0].screen.x, seen[0].screen.y)
      context.lineTo(seen[1].screen.x, seen[1].screen.y)
    }
    const at = screenOf(viewCamera, point)
    if (!at) continue
    context.moveTo(at.x + 4, at.y)
    context.arc(at.x, at.y, 4, 0, 2 * Math.PI)
  }
  context.stroke()
  paintName(context, screenOf(viewCamera, points[0]), named, free)
}
