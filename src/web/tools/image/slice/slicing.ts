import { slicedRings } from '../../../../geometry/slicedRings.ts'
import type { Track } from '../../../../model/document/document.ts'
import { setShape } from '../../../../model/document/edits/setShape.ts'
import { putTracks } from '../../../../model/document/edits/wholeTracks.ts'
import type { Edit } from '../../../../model/document/operations/documentOperation.ts'
import type { Polygon } from '../../../../model/document/shape.ts'
import type { ShapeInWork } from '../../../document/shapeInWork.ts'
import { msg } from '../../../messages/message.ts'
import { polygonOf, ringsOf } from '../../../view2d/shapes/convertedShape.ts'
import { boundsBetween, type PixelPoint, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import { copyOf } from '../clipboard.ts'
import type { ImageHost, ImageNext, ImageToolState, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from '../select/pressing.ts'

/** A line from the press to where it is let go, or from click to click. */
export function slicing(from: Pick<PointerInfo, 'at' | 'screen'>, resumed: ShapeInWork | null = null): ImageToolState {
  let to = from.at
  let isPulled = false
  let clicks = 1
  let work = resumed
  const finish = (editor: ImageHost): ImageNext => {
    slice(editor, from.at, to)
    return DONE
  }
  return {
    name: 'slice.drawing',
    cursor: 'crosshair',
    pointerDown(_, info) {
      clicks++
      to = info.at
      return undefined
    },
    pointerMove(_, info) {
      to = info.at
      isPulled ||= info.pressed && pixelDistance(info.screen, from.screen) >= DRAG_START_PX
      return undefined
    },
    pointerUp(editor) {
      if (isPulled || clicks > 1) return finish(editor)
      work ??= { tool: 'slice', points: [from.at] }
      return undefined
    },
    work: () => work,
    complete: finish,
    overlay: () => ({ path: { points: [from.at], next: to, closing: false } }),
  }
}

/** The largest part keeps the object; each of the others is a new one of its class, with its attributes. */
function slice(editor: ImageHost, from: PixelPoint, to: PixelPoint): void {
  const { session } = editor
  const selected = editor.selectedShapes()
  const all = selected.length > 0 ? selected : editor.shapes.search(boundsBetween(from, to))
  const edits: Edit[] = []
  const ids: string[] = []
  for (const { shape, trackId } of all) {
    const track = session.document.tracks.get(trackId)
    if (shape.type !== 'polygon' || !track || session.locked.has(trackId)) continue
    const made = partsOf(editor, track, shape, from, to)
    edits.push(...made.edits)
    ids.push(...made.ids)
  }
  if (edits.length === 0) session.notices.refuse(msg('image.nothingSliced'))
  else if (session.execute('edit.slice', edits)) session.select(ids)
}

function partsOf(editor: ImageHost, track: Track, shape: Polygon, from: PixelPoint, to: PixelPoint) {
  const { session, image } = editor
  const [first, ...others] = slicedRings(ringsOf(shape, image), from, to)
  if (others.length === 0) return { edits: [], ids: [] }
  const copies = others.map((rings) => copyOf(editor, track, polygonOf(rings, image), session.frame))
  const edits = [...setShape(track, session.frame, polygonOf(first, image)), ...putTracks(copies)]
  return { edits, ids: [track.id, ...copies.map(({ id }) => id)] }
}
