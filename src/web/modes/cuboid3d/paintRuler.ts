import { subtract, type Vec3 } from '../../../geometry/vec3.ts'
import { ACCENT_ON_CLOUD } from '../../tokens.ts'
import { screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'

const MARK_PX = 4

/** From the start of the measurement to the point under the pointer; in the common frame. */
export function paintRuler(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  originM: Vec3,
  from: Vec3,
  to: Vec3 | null,
): void {
  const places = [from, ...(to ? [to] : [])].map((point) => screenOf(viewCamera, subtract(point, originM)))
  context.strokeStyle = ACCENT_ON_CLOUD.line
  context.lineWidth = 1.5
  context.beginPath()
  for (const place of places) {
    if (!place) continue
    context.moveTo(place.x + MARK_PX, place.y)
    context.arc(place.x, place.y, MARK_PX, 0, 2 * Math.PI)
  }
  const [start, end] = places
  if (start && end) {
    context.moveTo(start.x, start.y)
    context.lineTo(end.x, end.y)
  }
  context.stroke()
}
