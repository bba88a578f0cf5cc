import { IMAGE_VIEW, type Track } from '../../../model/document/document.ts'
import { relationsOfCopies } from '../../../model/document/edits/relations.ts'
import { putTracks } from '../../../model/document/edits/wholeTracks.ts'
import { withoutNumber } from '../../../model/document/numbers.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import { attributesAt } from '../../../model/document/shapePath.ts'
import { openClasses } from '../../../model/tag.ts'
import { msg } from '../../messages/message.ts'
import { translated } from '../../view2d/shapes/transform.ts'
import type { ImageHost } from './imageHost.ts'

/** The offset of a pasted copy, so that original and copy are visible. In screen pixels. */
const OFFSET_PX = 14

interface Copied {
  jobId: string
  track: Track
  shape: FlatShape
  frame: number
}

/** Objects that were copied, as they were in their frame. Lasts as long as the page: also from job to job. */
let copied: readonly Copied[] = []
let pastes = 0

export const hasCopied = (): boolean => copied.length > 0

export function copySelection(editor: ImageHost): void {
  const { document, frame, job } = editor.session
  const { jobId } = job.job
  const found = editor.selectedShapes().flatMap(({ trackId, shape }) => {
    const track = document.tracks.get(trackId)
    return track ? [{ jobId, track, shape, frame }] : []
  })
  if (found.length === 0) return
  copied = found
  pastes = 0
}

/** Pastes as new objects with one keyframe in the shown frame; in another frame, or job, at the same place. */
export function paste(editor: ImageHost): void {
  const { session, image } = editor
  const known = new Set(openClasses(session.job.tag).map(({ classId }) => classId))
  pastes++
  const made = copied.flatMap(({ jobId, track, shape, frame }) => {
    if (!known.has(track.classId)) return []
    const isMask = shape.type === 'mask'
    if (isMask && (shape.widthPx !== image.widthPx || shape.heightPx !== image.heightPx)) return []
    const isBeside = frame === session.frame && jobId === session.job.job.jobId && !isMask
    const by = isBeside ? editor.imagePx(OFFSET_PX) * pastes : 0
    const copy = copyOf(editor, track, translated(shape, { x: by, y: by }, image), frame)
    return [{ from: track, copy }]
  })
  if (made.length < copied.length) {
    session.notices.add(msg('paste.notHere', { count: copied.length - made.length }), 'warning')
  }
  const tracks = relationsOfCopies(made)
  if (session.execute('edit.paste', putTracks(tracks))) session.select(tracks.map(({ id }) => id))
}

/** A new object of that shape in the frame that is shown, with the class and attributes of another. */
export function copyOf({ session, newId }: ImageHost, track: Track, shape: FlatShape, frameOfCopy: number): Track {
  const { frame } = session
  const view = track.views.get(IMAGE_VIEW)
  const values = view ? attributesAt(view.attributes, frameOfCopy) : new Map()
  const attributes = new Map(Array.from(values, ([name, value]) => [name, [{ frame, value }]]))
  const key = {
    kind: 'shape',
    frame,
    id: null,
    keyFrame: true,
    source: 'manual',
    hidden: false,
    linked: false,
  } as const
  const views = new Map([[IMAGE_VIEW, { keys: [{ ...key, shape }], attributes, follows: false }]])
  return { ...withoutNumber(track), id: newId(), entryId: null, views }
}
