import { msg } from '../../../messages/message.ts'
import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageToolState, PointerInfo } from '../imageHost.ts'
import { FindingArea } from '../regions/findingArea.ts'
import type { AreaStroke, RegionWindow } from '../regions/regionFinder.ts'
import { seenWindow } from '../regions/seenWindow.ts'

/** What the view shows of the picture is looked at in at most so many cells. */
const MOST_CELLS = 400_000

/** The pieces that were touched so far: lines take in what they touch, with Alt they take it away. */
export function touchingPieces(host: ImageHost, first: PointerInfo): ImageToolState {
  const area = new FindingArea(host)
  let window: RegionWindow | null = null
  let strokes: readonly AreaStroke[] = []
  let isDrawing = false
  const ask = () => window && area.ask(window, { kind: 'superpixels', strokes })
  const press = ({ at, alt }: PointerInfo) => {
    strokes = [...strokes, { points: [at], radiusPx: 0, isObject: !alt }]
    window = seenWindow(host, at, window, MOST_CELLS)
    if (!window) host.session.notices.add(msg('region.noPicture'), 'warning')
    isDrawing = true
    ask()
  }
  const extend = (at: PixelPoint) => {
    const last = strokes[strokes.length - 1]
    strokes = [...strokes.slice(0, -1), { ...last, points: [...last.points, at] }]
    ask()
  }
  return {
    name: 'superpixels.touching',
    cursor: 'crosshair',
    enter() {
      press(first)
      host.session.notices.add(msg('region.superpixels'))
    },
    pointerDown(_, info) {
      if (info.button === 0) press(info)
      return undefined
    },
    pointerMove(_, { at, pressed }) {
      if (isDrawing && pressed) extend(at)
      return undefined
    },
    pointerUp() {
      isDrawing = false
      return undefined
    },
    complete() {
      void area.keep()
      return DONE
    },
    stepBack() {
      strokes = strokes.slice(0, -1)
      ask()
      return undefined
    },
    overlay: () => ({ added: area.shown }),
  }
}
