import type { Cuboid } from '../../geometry/cuboid.ts'
import type { Track } from './document.ts'
import { newTrack } from './newTrack.ts'
import type { Rectangle } from './shape.ts'

/** Objects for tests, of classes without attributes. */

const annotationType = 'cuboid3d_linked2d'

export function boxTrack(
  id: string,
  classId: string,
  frame: number,
  cuboid: Cuboid,
  cameraIds: readonly string[] = [],
): Track {
  return newTrack({ id, annotationType, tagClass: { classId, attributes: [] }, frame, shape: { cuboid, cameraIds } })
}

/** A track that only a camera sees. */
export function cameraTrack(id: string, classId: string, sensorId: string, frame: number, flat: Rectangle): Track {
  return newTrack({ id, annotationType, tagClass: { classId, attributes: [] }, frame, shape: { sensorId, flat } })
}
