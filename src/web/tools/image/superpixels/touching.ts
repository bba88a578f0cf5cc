import { msg } from '../../../messages/message.ts'
import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageToolState, PointerInfo } from '../imageHost.ts'
import { FindingArea } from '../regions/findingArea.ts'
import type { AreaStroke, PieceBorders, RegionWindow } from '../regions/regionFinder.ts'
import { seenWindow } from '../regions/seenWindow.ts'

/** The visible part of the picture is processed in at most this many cells. */
const MOST_CELLS = 400_000

/** The pieces touched so far: lines add the pieces that they touch, with Alt they remove them. */
export function touchingPieces(host: ImageHost, first: PointerInfo): ImageToolState {
  const { regions } = host
  const area = new FindingArea(host)
  let window: RegionWindow | null = null
  let borders: PieceBorders | null = null
  let isOver = false
  let leave = () => {}
  let strokes: readonly AreaStroke[] = []
  let isDrawing = false
  const ask = () => window && area.ask(window, { kind: 'superpixels', side: regions.pieceSide, strokes })
  const show = (found: PieceBorders | null) => {
    borders?.picture.close()
    borders = found
    host.redraw()
  }
  /** Borders help to aim; without them the pieces are found all the same. */
  const look = async () => {
    const found = await window?.borders(regions.pieceSide).catch(() => null)
    if (isOver) found?.picture.close()
    else show(found ?? null)
  }
  const press = ({ at, alt }: PointerInfo) => {
    strokes = [...strokes, { points: [at], radiusPx: 0, isObject: !alt }]
    const before = window
    window = seenWindow(host, at, window, MOST_CELLS)
    if (window !== before) void look()
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
      let side = regions.pieceSide
      leave = regions.subscribe(() => {
        if (regions.pieceSide === side) return
        side = regions.pieceSide
        ask()
        void look()
      })
    },
    exit() {
      leave()
      isOver = true
      show(null)
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
    overlay: () => ({ added: area.shown, ...(borders && { borders }) }),
  }
}
