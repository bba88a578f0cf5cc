import { paintRelationArrows } from '../../canvas/relationArrows.ts'
import { relationLinksOf } from '../../document/relationLinks.ts'
import { screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { SpaceObjects } from './spaceObjects.ts'

/** Over the large view: arrows from and to the selected objects. */
export function paintRelations(
  context: CanvasRenderingContext2D,
  viewCamera: ViewCamera,
  editor: CuboidEditor,
  spaces: SpaceObjects,
): void {
  const { session, frame } = editor
  const links = relationLinksOf(session.document, session.selection)
  if (links.length === 0) return
  const { resting, selected } = editor.drawnBoxes()
  const places = new Map([
    ...[...resting, ...selected].map(({ trackId, cuboid }) => [trackId, cuboid.position] as const),
    ...spaces.drawn(frame).map(({ trackId, shape }) => [trackId, shape.points[0]] as const),
  ])
  const screenPlaceOf = (trackId: string) => {
    const place = places.get(trackId)
    return place ? screenOf(viewCamera, place) : null
  }
  const arrows = links.flatMap(({ name, ...link }) => {
    const [from, to] = [screenPlaceOf(link.from), screenPlaceOf(link.to)]
    return from && to ? { from, to, name } : []
  })
  paintRelationArrows(context, arrows, { scale: 1, turns: 0 })
}
