import { type AnnotatedDocument, IMAGE_VIEW } from '../../model/document/document.ts'
import { flatAt } from '../../model/document/interpolate.ts'
import type { JsonObject } from '../results/read.ts'

/** A box of an object in one frame, in shares of the image. */
export interface TrackedBox {
  trackId: string
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Boxes of the objects that an input of `track` names, in its first frame; objects without a box there are left out.
 */
export function trackedBoxes(
  document: AnnotatedDocument,
  frameIds: readonly string[],
  input: JsonObject,
): TrackedBox[] {
  const frame = frameIds.indexOf(String(input.from))
  const ids = Array.isArray(input.track_ids) ? input.track_ids : []
  return ids.flatMap((id) => {
    const path = document.tracks.get(String(id))?.views.get(IMAGE_VIEW)
    const shape = path && flatAt(path, frame)?.shape
    if (shape?.type !== 'rectangle') return []
    const { left, top, right, bottom } = shape
    return [{ trackId: String(id), left, top, right, bottom }]
  })
}
