import type { IssuePlace } from '../../../contract/issues.ts'
import { shapeKind } from '../../../model/shapes/flatShapes.ts'
import { isSpaceShape } from '../../../model/shapes/spaceShapes.ts'
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
  if (shape.type === 'solid') return { position: shape.cuboid.position }
  if (isSpaceShape(shape)) return { position: shape.points[Math.floor(shape.points.length / 2)] }
  const imagePoint = shapeKind(shape).middle(shape)
  return imagePoint ? { imagePoint } : {}
}
