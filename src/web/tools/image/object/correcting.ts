import { msg } from '../../../messages/message.ts'
import type { PixelBounds } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState } from '../imageHost.ts'
import type { FindingArea } from '../regions/findingArea.ts'
import type { AreaStroke, RegionWindow } from '../regions/regionFinder.ts'

/** The radius of a stroke, on the screen. */
const STROKE_RADIUS_PX = 4

interface Found {
  box: PixelBounds
  window: RegionWindow
  area: FindingArea
}

/** Shows the object: lines over it add areas, with Alt they remove them. Enter accepts. */
export function correcting({ box, window, area }: Found): ImageToolState {
  let strokes: readonly AreaStroke[] = []
  let drawn: AreaStroke | null = null
  const ask = () => area.ask(window, { kind: 'object', box, strokes })
  const keep = () => {
    void area.keep()
    return DONE
  }
  return {
    name: 'object.correcting',
    cursor: 'crosshair',
    enter(host) {
      ask()
      host.session.notices.add(msg('region.correct'))
    },
    pointerDown(host, info) {
      if (info.button !== 0) return undefined
      // The first press of a double click has drawn a dot; the second says that this is it.
      if (info.clickCount > 1) return keep()
      drawn = { points: [info.at], radiusPx: host.imagePx(STROKE_RADIUS_PX), isObject: !info.alt }
      return undefined
    },
    pointerMove(_, { at }) {
      if (drawn) drawn = { ...drawn, points: [...drawn.points, at] }
      return undefined
    },
    pointerUp() {
      if (!drawn) return undefined
      strokes = [...strokes, drawn]
      drawn = null
      ask()
      return undefined
    },
    complete: keep,
    stepBack() {
      strokes = strokes.slice(0, -1)
      ask()
      return undefined
    },
    overlay: () => ({ added: area.shown, strokes: drawn ? [...strokes, drawn] : strokes }),
  }
}
