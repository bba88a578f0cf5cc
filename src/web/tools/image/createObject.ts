import { IMAGE_VIEW } from '../../../model/document/document.ts'
import { putTracks } from '../../../model/document/edits/wholeTracks.ts'
import { newTrack } from '../../../model/document/newTrack.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import type { EditId } from '../../messages/message.ts'
import type { ImageHost } from './imageHost.ts'

/** Makes an object of this shape in the shown frame and selects it. */
export function createObject(host: ImageHost, label: EditId, shape: FlatShape): void {
  const tagClass = host.classFor(shape.type)
  if (!tagClass) return
  const { document, frame } = host.session
  const { annotationType } = document
  const first = { sensorId: IMAGE_VIEW, flat: shape }
  const track = newTrack({ id: host.newId(), annotationType, tagClass, frame, shape: first })
  if (host.session.execute(label, putTracks([track]))) host.session.selectDrawn(track.id)
}
