import { setShape } from '../../../../model/document/edits/setShape.ts'
import { msg } from '../../../messages/message.ts'
import { withoutVertex } from '../../../view2d/shapes/handles.ts'
import type { ChosenVertex, ImageHost } from '../imageHost.ts'

/** Takes a point out of its shape, unless too few would be left. */
export function removeVertex({ session, shapes }: ImageHost, { trackId, ring, index }: ChosenVertex): void {
  const shown = shapes.get(trackId)
  const track = session.document.tracks.get(trackId)
  if (!shown || !track || session.readOnly) return
  const shape = withoutVertex(shown.shape, ring, index)
  if (shape) session.execute('edit.deletePoint', setShape(track, session.frame, shape))
  else session.notices.add(msg('image.tooFewPoints'), 'warning')
}

export function removeChosenVertex(editor: ImageHost): void {
  if (editor.chosenVertex) removeVertex(editor, editor.chosenVertex)
}
