import { type CameraBoxPlace, staleCameraBoxes } from '../../../model/checks/cameraBoxes.ts'
import type { AnnotatedDocument, Track } from '../../../model/document/document.ts'
import { reprojectedBox } from '../../../model/document/edits/linkBox.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import type { Projected } from '../../../model/document/records.ts'
import { objectName } from '../../document/objectRows.ts'
import type { EditorSession } from '../../document/session.ts'
import { msg } from '../../messages/message.ts'

/**
 * Says so when a cuboid was moved away from a box on a camera that a person adjusted, and offers to let the box follow.
 * Until the answer is called.
 */
export function watchCameraBoxes(session: EditorSession, projected: Projected): () => void {
  let last = session.document
  return session.subscribe(() => {
    const { document } = session
    const before = last
    last = document
    if (before.tracks === document.tracks || session.readOnly) return
    const left = [...session.selection].flatMap((id) => {
      const [was, is] = [before.tracks.get(id), document.tracks.get(id)]
      const places = was && is && was.cuboid !== is.cuboid ? newlyStale(document, was, is, projected) : []
      return places.length > 0 ? [{ id, places }] : []
    })
    const [first] = left
    if (!first) return
    const count = left.reduce((sum, { places }) => sum + places.length, 0)
    const name = objectName(session, first.id, '–') ?? '–'
    session.notices.add(msg('camera.boxesStayed', { name, count }), 'warning', {
      label: msg('camera.boxesFollow'),
      run: () => follow(session, left),
    })
  })
}

function newlyStale(
  document: AnnotatedDocument,
  was: Track,
  is: Track,
  projected: Projected,
): readonly CameraBoxPlace[] {
  const stale = staleCameraBoxes(document, is, projected)
  if (stale.length === 0) return stale
  const known = new Set(staleCameraBoxes(document, was, projected).map(({ frame, sensorId }) => `${frame} ${sensorId}`))
  return stale.filter(({ frame, sensorId }) => !known.has(`${frame} ${sensorId}`))
}

/** One step of undo. */
function follow(session: EditorSession, left: readonly { id: string; places: readonly CameraBoxPlace[] }[]): void {
  session.execute(
    'edit.reproject',
    left.flatMap(({ id, places }) => {
      const track = session.document.tracks.get(id)
      if (!track) return []
      const after = places.reduce((one, { sensorId, frame }) => reprojectedBox(one, sensorId, frame), track)
      return changesBetween(track, after)
    }),
  )
}
