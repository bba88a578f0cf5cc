import { decodeMask, encodeMask } from '../../../../formats/results/runLengths.ts'
import { setShape } from '../../../../model/document/edits/setShape.ts'
import { removeTracks } from '../../../../model/document/edits/wholeTracks.ts'
import type { Mask } from '../../../../model/document/shape.ts'
import { boundsOfPoints, cornersOf, type PixelBounds, type PixelPoint } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageToolState, PaintStroke, PointerInfo } from '../imageHost.ts'
import { brushLine, type PixelGrid } from './brush.ts'

/** The stroke follows the pointer over its own pixels; on release it becomes run lengths, one step of undo. */
export function painting(editor: ImageHost, from: PointerInfo, erases: boolean): ImageToolState {
  const { image } = editor
  const target = selectedMask(editor)
  const grid: PixelGrid = {
    pixels: target ? decodeMask(target.mask) : new Uint8Array(image.widthPx * image.heightPx),
    ...image,
  }
  const value = erases ? 0 : 1
  let last = from.at
  let dirty: PixelBounds | null = null
  const paintTo = (to: PixelPoint, radiusPx: number) => {
    const painted = brushLine(grid, last, to, radiusPx, value)
    dirty = dirty ? boundsOfPoints([...cornersOf(dirty), ...cornersOf(painted)]) : painted
    last = to
  }
  const stroke: PaintStroke = {
    trackId: target?.trackId ?? null,
    grid,
    takeDirty() {
      const taken = dirty
      dirty = null
      return taken
    },
  }
  paintTo(last, editor.brushRadiusPx)
  return {
    name: erases ? 'eraser.painting' : 'brush.painting',
    cursor: 'none',
    pointerMove({ brushRadiusPx }, { at }) {
      paintTo(at, brushRadiusPx)
      return undefined
    },
    pointerUp() {
      keep(editor, target?.trackId ?? null, grid, erases)
      return DONE
    },
    overlay: ({ brushRadiusPx }) => ({
      paint: stroke,
      brush: { at: last, radiusPx: brushRadiusPx, erases },
    }),
  }
}

/** The mask that a stroke continues: the selected one, unless another class was chosen since it was painted. */
export function selectedMask(editor: ImageHost): { trackId: string; mask: Mask } | null {
  const [selected] = editor.selectedShapes()
  if (selected?.shape.type !== 'mask') return null
  const { trackId, shape } = selected
  const { session } = editor
  const isNext = session.isSelectionDrawn && session.document.tracks.get(trackId)?.classId !== session.currentClassId
  return isNext ? null : { trackId, mask: shape }
}

function keep(editor: ImageHost, trackId: string | null, { pixels, widthPx, heightPx }: PixelGrid, erases: boolean) {
  const { session } = editor
  const mask: Mask = { type: 'mask', ...encodeMask(pixels, heightPx, widthPx) }
  const isEmpty = mask.counts.length < 2
  const track = trackId === null ? null : session.document.tracks.get(trackId)
  if (!track) {
    if (!isEmpty) editor.create('edit.paintMask', mask)
  } else if (isEmpty && session.document.frameCount === 1) session.execute('edit.eraseMask', removeTracks([track.id]))
  else session.execute(erases ? 'edit.eraseMask' : 'edit.paintMask', setShape(track, session.frame, mask))
}
