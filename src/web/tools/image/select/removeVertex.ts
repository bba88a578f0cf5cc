import { setShape } from '../../../../model/document/edits/setShape.ts'
import type { ShownShape } from '../../../view2d/shapeIndex.ts'
import { type Handle, withoutVertex } from '../../../view2d/shapes/handles.ts'
import type { ImageHost } from '../imageHost.ts'

/** Takes a point out of its shape, unless too few would be left. */
export function removeVertex({ session }: ImageHost, shown: ShownShape, handle: Handle & { kind: 'vertex' }): void {
  const shape = withoutVertex(shown.shape, handle.ring, handle.index)
  const track = session.document.tracks.get(shown.trackId)
  if (shape && track) session.execute('edit.deletePoint', setShape(track, session.frame, shape))
}
