import { type AnnotatedDocument, IMAGE_VIEW } from '../../model/document/document.ts'
import { keysOf } from '../../model/document/edits/paths.ts'
import { flatAt } from '../../model/document/interpolate.ts'
import type { Tag } from '../../model/tag.ts'
import type { JsonObject } from '../results/read.ts'

/** A box of an object in one frame, in shares of the image. */
interface EndBox {
  frame: number
  left: number
  top: number
  right: number
  bottom: number
}

/** Where an object of a video comes and where it goes. */
export interface TrackEnds {
  trackId: string
  /** Place of its class in the tag. */
  classIndex: number
  first: EndBox
  last: EndBox
}

/** Ends of the objects that an input of `track` names, between its frames; objects that are no boxes there are left out. */
export function trackEnds(
  document: AnnotatedDocument,
  tag: Pick<Tag, 'classes'>,
  frameIds: readonly string[],
  input: JsonObject,
): TrackEnds[] {
  const ends = [frameIds.indexOf(String(input.from)), frameIds.indexOf(String(input.to))]
  const [from, to] = [Math.min(...ends), Math.max(...ends)]
  const ids = Array.isArray(input.track_ids) ? input.track_ids : []
  return ids.flatMap((id) => {
    const track = document.tracks.get(String(id))
    const keys = track ? keysOf(track).filter(({ frame }) => frame >= from && frame <= to) : []
    const shapes = keys.filter(({ kind }) => kind === 'shape')
    const path = track?.views.get(IMAGE_VIEW)
    if (!track || !path || shapes.length === 0) return []
    const boxAt = (frame: number) => {
      const shape = flatAt(path, frame)?.shape
      if (shape?.type !== 'rectangle') return null
      const { left, top, right, bottom } = shape
      return { frame, left, top, right, bottom }
    }
    // Without an end an object stays to the end of the video: its last keyframe is where someone saw it last.
    const out = keys.at(-1)?.kind === 'out' ? (keys.at(-1)?.frame ?? 0) - 1 : null
    const [first, last] = [boxAt(shapes[0].frame), boxAt(out ?? shapes[shapes.length - 1].frame)]
    if (!first || !last) return []
    const classIndex = tag.classes.findIndex(({ classId }) => classId === track.classId)
    return [{ trackId: track.id, classIndex, first, last }]
  })
}
