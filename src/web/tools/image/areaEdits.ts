import { IMAGE_VIEW } from '../../../model/document/document.ts'
import type { NotOne } from '../../../model/document/edits/oneObject.ts'
import { relationsJoined } from '../../../model/document/edits/relations.ts'
import { setShape } from '../../../model/document/edits/setShape.ts'
import { removeTracks } from '../../../model/document/edits/wholeTracks.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import { geometriesOf } from '../../../model/tag.ts'
import { notOneWords } from '../../document/notOneWords.ts'
import { msg } from '../../messages/message.ts'
import type { ShownShape } from '../../view2d/shapeIndex.ts'
import { convertedShape, filledShape, joinedShape } from '../../view2d/shapes/convertedShape.ts'
import type { ImageHost } from './imageHost.ts'

/** The selected objects become one: the one made first, with what all cover. They have to be of one class and one kind. */
export function joinSelection(editor: AreaHost): void {
  const { session, image } = editor
  const trackOf = ({ trackId }: ShownShape) => session.document.tracks.get(trackId)
  const numberOf = (shown: ShownShape) => trackOf(shown)?.number ?? 0
  const [first, ...others] = editor.selectedShapes().sort((a, b) => numberOf(a) - numberOf(b))
  const track = first && trackOf(first)
  if (!track || others.length === 0) return
  for (const other of others) {
    const refusal = notOneShape(first, other)
    if (!refusal) continue
    session.notices.refuse(notOneWords(session, 'join', refusal))
    return
  }
  const shape = joinedShape(
    [first, ...others].map((shown) => shown.shape),
    image,
  )
  if (!shape) {
    session.notices.refuse(msg('image.cannotJoin'))
    return
  }
  const goneIds = others.map(({ trackId }) => trackId)
  const related = relationsJoined(session.document.tracks, new Map(goneIds.map((id) => [id, track.id])))
  const edits = [...setShape(track, session.frame, shape), ...removeTracks(goneIds), ...related]
  if (session.execute('edit.join', edits)) session.select([track.id])
}

/** The rule of tracks without frames: pieces of one thing are seen together. */
function notOneShape(one: ShownShape, other: ShownShape): NotOne | null {
  if (one.classId !== other.classId) return { refused: 'OTHER_CLASS', classIds: [one.classId, other.classId] }
  if (one.shape.type === other.shape.type) return null
  return { refused: 'OTHER_KIND', kinds: [one.shape.type, other.shape.type] }
}

/** Holes of the selected polygons and masks. */
export function fillHolesOfSelection(editor: AreaHost): void {
  const changed = changeShapes(editor, 'edit.fillHoles', ({ shape }) => filledShape(shape, editor.image))
  if (!changed) editor.session.notices.refuse(msg('image.noHoles'))
}

/** Polygons become masks and masks polygons, where the class may have them. */
export function convertSelection(editor: AreaHost): void {
  const { tag } = editor.session.job
  const { tracks } = editor.session.document
  const changed = changeShapes(editor, 'edit.convert', ({ shape, classId, trackId }) => {
    // An object is of one kind in all its frames.
    const keys = tracks
      .get(trackId)
      ?.views.get(IMAGE_VIEW)
      ?.keys.filter(({ kind }) => kind === 'shape')
    if (keys && keys.length > 1) return null
    const tagClass = tag.classes.find((one) => one.classId === classId)
    const made = convertedShape(shape, editor.image)
    return made && tagClass && geometriesOf(tag, tagClass).includes(made.type) ? made : null
  })
  if (!changed) editor.session.notices.refuse(msg('image.cannotConvert'))
}

type AreaHost = Pick<ImageHost, 'session' | 'image' | 'selectedShapes'>

/** One step of undo; false if nothing changes. */
function changeShapes(
  editor: AreaHost,
  label: 'edit.fillHoles' | 'edit.convert',
  change: (shown: ShownShape) => FlatShape | null,
): boolean {
  const { session } = editor
  const edits = editor.selectedShapes().flatMap((shown) => {
    const track = session.document.tracks.get(shown.trackId)
    const shape = change(shown)
    return track && shape ? setShape(track, session.frame, shape) : []
  })
  return edits.length > 0 && session.execute(label, edits)
}
