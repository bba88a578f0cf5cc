import type { IssuePlace } from '../../../contract/issues.ts'
import type { ImagePoint, SpacePoint } from '../../../model/document/shape.ts'
import type { OverlayObject, OverlaySide } from '../../document/openOverlay.ts'
import type { EditorSession } from '../../document/session.ts'

/** Brings an object of the overlay into view, selected where the open work has it. */
export function showObject(session: EditorSession, object: OverlayObject | null): void {
  if (!object) return
  session.overlay.choose(object.id)
  const there = object.sides.findLast((side) => side !== null && session.document.tracks.has(side.trackId))
  session.setFrame(object.frame)
  session.select(there ? [there.trackId] : [])
  const shape = object.sides.findLast((side) => side?.shape)?.shape
  if (!shape) return
  const { frame, sensorId } = object
  session.pins.visit({ frame, ...(sensorId && { sensorId }), ...middleOf(shape) })
}

function middleOf(shape: NonNullable<OverlaySide['shape']>): Pick<IssuePlace, 'imagePoint' | 'position'> {
  switch (shape.type) {
    case 'solid':
      return { position: shape.cuboid.position }
    case 'polyline3d':
    case 'keypoint3d':
      return { position: middlePoint(shape.points) }
    case 'rectangle':
      return { imagePoint: { x: (shape.left + shape.right) / 2, y: (shape.top + shape.bottom) / 2 } }
    case 'rotated_rectangle':
    case 'ellipse':
      return { imagePoint: shape.center }
    case 'polygon':
      return { imagePoint: meanOf(shape.rings[0]) }
    case 'line':
    case 'landmark':
    case 'cuboid':
      return { imagePoint: meanOf(shape.points) }
    case 'mask':
      return {}
  }
}

const middlePoint = (points: readonly SpacePoint[]) => points[Math.floor(points.length / 2)]

const meanOf = (points: readonly ImagePoint[]): ImagePoint => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
