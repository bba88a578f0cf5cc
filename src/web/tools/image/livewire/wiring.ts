import { simplifiedRing } from '../../../../geometry/simplifiedRing.ts'
import type { ShapeInWork } from '../../../document/shapeInWork.ts'
import { msg } from '../../../messages/message.ts'
import { insideOf, type PixelPoint, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageToolState, PointerInfo } from '../imageHost.ts'
import { onImage } from '../path/drawing.ts'
import type { EdgeLine } from './edgeFinder.ts'

/** How near the first click another one closes the polygon, in screen pixels. */
const CLOSE_REACH_PX = 9
/** Points no farther than this from the remaining sides are left out, in screen pixels. */
const TOLERANCE_PX = 1
const LEAST_POINTS = 3

/** Click by click around an object; between clicks the line goes along edges, with Alt straight on. */
export function wiring(first: PixelPoint, given: readonly EdgeLine[] = []): ImageToolState {
  let sides = given
  let work = workOf(first, sides)
  let next: EdgeLine | null = null
  const put = (all: readonly EdgeLine[]) => {
    sides = all
    next = null
    work = workOf(first, all)
  }
  const last = () => sides.at(-1)?.points.at(-1) ?? first
  const lineTo = (editor: ImageHost, to: PixelPoint, isStraight: boolean): EdgeLine => {
    const from = last()
    return isStraight ? { points: [from, to], finding: null } : editor.edges.line(from, to)
  }
  const isClosing = (editor: ImageHost, { at }: PointerInfo) =>
    sides.length >= 2 && pixelDistance(at, first) <= editor.imagePx(CLOSE_REACH_PX)
  const aimed = (editor: ImageHost, info: PointerInfo): EdgeLine => {
    const to = isClosing(editor, info) ? first : onImage(info.at, editor)
    return next?.points.at(-1) === to ? next : lineTo(editor, to, info.alt)
  }
  const points = (lines: readonly EdgeLine[]) => [first, ...lines.flatMap((line) => line.points.slice(1))]
  const finish = (editor: ImageHost): ImageNext => {
    if (points(sides).length < LEAST_POINTS) {
      editor.session.notices.refuse(msg('draw.fewPoints', { count: LEAST_POINTS }))
      return undefined
    }
    const findings = sides.flatMap(({ finding }) => finding ?? [])
    if (findings.length === 0) keep(editor, points(sides))
    else void keepLater(editor, () => points(sides), findings)
    return DONE
  }
  return {
    name: 'livewire.drawing',
    cursor: 'crosshair',
    pointerDown(editor, info) {
      if (info.button === 2) return undefined
      // The first press of a double click has set the last point already.
      if (info.clickCount > 1 && sides.length >= 2) return finish(editor)
      const closes = isClosing(editor, info)
      put([...sides, aimed(editor, info)])
      return closes ? finish(editor) : undefined
    },
    pointerMove(editor, info) {
      next = aimed(editor, info)
      return undefined
    },
    complete: finish,
    stepBack() {
      put(sides.slice(0, -1))
      return undefined
    },
    work: () => work,
    overlay() {
      const path = points(next ? [...sides, next] : sides)
      return { wire: { path, clicks: [first, ...sides.flatMap((side) => side.points.at(-1) ?? [])] } }
    },
  }
}

const workOf = (first: PixelPoint, sides: readonly EdgeLine[]): ShapeInWork => ({
  tool: 'livewire',
  // Only the end of an unfinished line is stored; the line is searched again.
  points: [
    first,
    ...sides.map(({ points, finding }) => ({ ...(points.at(-1) ?? first), ...(!finding && { via: points }) })),
  ],
})

/** Waits for the last lines; a person who is in another frame by that time must not find the polygon there. */
async function keepLater(editor: ImageHost, points: () => PixelPoint[], findings: Promise<void>[]): Promise<void> {
  const { frame } = editor.session
  await Promise.all(findings)
  if (editor.session.frame === frame) keep(editor, points())
}

function keep(editor: ImageHost, points: readonly PixelPoint[]): void {
  const isClosed = points.at(-1) === points[0]
  const ring = simplifiedRing(isClosed ? points.slice(0, -1) : points, editor.imagePx(TOLERANCE_PX))
  const inside = ring.map((point) => insideOf(point, editor.image))
  editor.create('edit.drawPolygon', { type: 'polygon', rings: [inside] })
}
