import { relationsJoined } from '../../../model/document/edits/relations.ts'
import { setShape } from '../../../model/document/edits/setShape.ts'
import { removeTracks } from '../../../model/document/edits/wholeTracks.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import { geometriesOf } from '../../../model/tag.ts'
import { msg } from '../../messages/message.ts'
import type { ShownShape } from '../../view2d/shapeIndex.ts'
import { convertedShape, filledShape, joinedShape } from '../../view2d/shapes/convertedShape.ts'
import type { ImageHost } from './imageHost.ts'

/** The selected objects become one: the first of them, with what all cover. They have to be of one class and one kind. */
export function joinSelection(editor: AreaHost): void {
  const { session, image } = editor
  const [first, ...others] = editor.selectedShapes()
  const track = first && session.document.tracks.get(first.trackId)
  if (!track || others.length === 0) return
  const shape = joinedShape(
    [first, ...others].map((shown) => shown.shape),
    image,
  )
  if (!shape || others.some(({ classId }) => classId !== first.classId)) {
    session.notices.add(msg('image.cannotJoin'), 'warning')
    return
  }
  const goneIds = others.map(({ trackId }) => trackId)
  const related = relationsJoined(session.document.tracks, new Map(goneIds.map((id) => [id, track.id])))
  const edits = [...setShape(track, session.frame, shape), ...removeTracks(goneIds), ...related]
  if (session.execute('edit.join', edits)) session.select([track.id])
}

/** Holes of the selected polygons and masks. */
export function fillHolesOfSelection(editor: AreaHost): void {
  const changed = changeShapes(editor, 'edit.fillHoles', ({ shape }) => filledShape(shape, editor.image))
  if (!changed) editor.session.notices.add(msg('image.noHoles'), 'warning')
}

/** Polygons become masks and masks polygons, where the class may have them. */
export function convertSelection(editor: AreaHost): void {
  const { tag } = editor.session.job
  const changed = changeShapes(editor, 'edit.convert', ({ shape, classId }) => {
    const tagClass = tag.classes.find((one) => one.classId === classId)
    const made = convertedShape(shape, editor.image)
    return made && tagClass && geometriesOf(tag, tagClass).includes(made.type) ? made : null
  })
  if (!changed) editor.session.notices.add(msg('image.cannotConvert'), 'warning')
}

type AreaHost = Pick<ImageHost, 'session' | 'image' | 'selectedShapes'>

/** One step of undo; false where nothing changes. */
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
