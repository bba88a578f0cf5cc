import { setShape } from '../../../../model/document/edits/setShape.ts'
import type { ImageHost } from '../imageHost.ts'

/** Whether the chosen point is one of a landmark. */
export function hasChosenKeypoint({ chosenVertex, shapes }: ImageHost): boolean {
  return chosenVertex !== null && shapes.get(chosenVertex.trackId)?.shape.type === 'landmark'
}

/** Toggles between covered and visible. The point stays chosen, so that a slip is easily undone. */
export function coverChosenKeypoint(editor: ImageHost): void {
  const { chosenVertex, session, shapes } = editor
  const shape = chosenVertex && shapes.get(chosenVertex.trackId)?.shape
  const track = chosenVertex && session.document.tracks.get(chosenVertex.trackId)
  if (shape?.type !== 'landmark' || !track || !chosenVertex) return
  const { index } = chosenVertex
  const changed = { ...shape.points[index], visible: !shape.points[index].visible }
  session.execute(
    'edit.keypoint',
    setShape(track, session.frame, { ...shape, points: shape.points.with(index, changed) }),
  )
  editor.chooseVertex(chosenVertex)
}
