import { setShape } from '../../../../model/document/edits/setShape.ts'
import type { FlatShape, Polygon } from '../../../../model/document/shape.ts'
import type { ShapeInWork } from '../../../document/shapeInWork.ts'
import { type EditId, msg } from '../../../messages/message.ts'
import { insideOf, type PixelPoint, pixelDistance, pixelOf } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageToolState, PointerInfo } from '../imageHost.ts'
import { snapPoint } from '../snap.ts'

/** How near the first point a click closes a polygon, in screen pixels. */
const CLOSE_REACH_PX = 9
/** With Shift the pointer draws freely: one point per this distance, in screen pixels. */
const FREEHAND_STEP_PX = 10

export interface PathKind {
  tool: 'polygon' | 'line'
  label: EditId
  minPoints: number
}

export const POLYGON: PathKind = { tool: 'polygon', label: 'edit.drawPolygon', minPoints: 3 }
export const LINE: PathKind = { tool: 'line', label: 'edit.drawLine', minPoints: 2 }

/** Click by click; closed by Enter, a double click, or (polygons) a click on the first point. */
export function drawingPath(kind: PathKind, start: ShapeInWork): ImageToolState {
  let work = start
  let next: PixelPoint | null = null
  let snapped: PixelPoint | null = null
  const put = (points: readonly PixelPoint[]) => {
    work = { ...work, points }
  }
  const isClosing = (editor: ImageHost, at: PixelPoint) =>
    kind === POLYGON && work.points.length >= 3 && pixelDistance(at, work.points[0]) <= editor.imagePx(CLOSE_REACH_PX)
  const place = (editor: ImageHost, info: PointerInfo) => {
    snapped = info.alt ? null : snapPoint(editor, info.at, null, kind.tool)
    return onImage(snapped ?? info.at, editor)
  }
  const finish = (editor: ImageHost): ImageNext => {
    const { points, holeOf } = work
    if (points.length < kind.minPoints) {
      editor.session.notices.refuse(msg('draw.fewPoints', { count: kind.minPoints }))
      return undefined
    }
    if (holeOf) cutHole(editor, holeOf, points)
    else editor.create(kind.label, shapeOf(kind, points, editor))
    return DONE
  }
  return {
    name: `${kind.tool}.drawing`,
    cursor: 'crosshair',
    pointerDown(editor, info) {
      if (info.button === 2) return undefined
      if (isClosing(editor, info.at)) return finish(editor)
      // The first press of a double click has set the last point already.
      if (info.clickCount > 1 && work.points.length >= kind.minPoints) return finish(editor)
      put([...work.points, place(editor, info)])
      return undefined
    },
    pointerMove(editor, info) {
      next = place(editor, info)
      const isFar = pixelDistance(next, work.points[work.points.length - 1]) >= editor.imagePx(FREEHAND_STEP_PX)
      if (info.shift && isFar) put([...work.points, next])
      return undefined
    },
    complete: finish,
    stepBack() {
      if (work.points.length > 1) put(work.points.slice(0, -1))
      return undefined
    },
    work: () => work,
    overlay(editor) {
      const closing = next !== null && isClosing(editor, next)
      return { path: { points: work.points, next, closing }, snapped }
    },
  }
}

/** Clicks outside the image use the border's nearest point, so that edges can be reached without aiming. */
export const onImage = (at: PixelPoint, { image }: ImageHost): PixelPoint => pixelOf(insideOf(at, image), image)

function shapeOf(kind: PathKind, points: readonly PixelPoint[], { image }: ImageHost): FlatShape {
  const inside = points.map((point) => insideOf(point, image))
  return kind === POLYGON ? { type: 'polygon', rings: [inside] } : { type: 'line', points: inside }
}

function cutHole({ session, shapes, image }: ImageHost, trackId: string, points: readonly PixelPoint[]): void {
  const shown = shapes.get(trackId)
  const track = session.document.tracks.get(trackId)
  if (shown?.shape.type !== 'polygon' || !track) return
  const hole = points.map((point) => insideOf(point, image))
  const shape: Polygon = { type: 'polygon', rings: [...shown.shape.rings, hole] }
  session.execute('edit.cutHole', setShape(track, session.frame, shape))
}
