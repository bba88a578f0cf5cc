import { gripUnder } from '../box/gripping.ts'
import type { PointCursor, PointHost, PointNext, PointPointer, PointState } from '../pointHost.ts'
import { PointPressing } from '../select/pressing.ts'
import { PointNavigating } from './navigating.ts'

/** A tool's drawing over points. */
export interface Drawing {
  /** The main button was pressed. `erases`: Ctrl, or a tool that only erases. */
  begin(host: PointHost, pointer: PointPointer, erases: boolean): PointNext
  /** A ring around the pointer shows what a press would take. */
  isBrush?: boolean
  alwaysErases?: boolean
}

interface Idle {
  /** null: a press selects and turns the view. */
  drawing: Drawing | null
  /** Names the entry under the pointer even without Alt. */
  hovers?: boolean
}

/** The first state of every tool of points. With Alt each of them selects and turns the view. */
export function pointViewIdle(tool: string, { drawing, hovers = false }: Idle): PointState {
  const erasesNow = (pointer: PointPointer) => Boolean(drawing?.alwaysErases) || pointer.ctrl
  return {
    name: `${tool}.idle`,
    pointerDown(host, pointer) {
      if (pointer.button === 'right') return new PointNavigating(pointer, 'pan')
      if (pointer.button === 'middle') return new PointNavigating(pointer, 'turn')
      if (!drawing || pointer.alt) return new PointPressing(pointer)
      host.hover(pointer.view, null)
      return drawing.begin(host, pointer, erasesNow(pointer))
    },
    pointerMove(host, pointer) {
      const { view, x, y, alt } = pointer
      const isBrush = Boolean(drawing?.isBrush) && !alt
      const erases = erasesNow(pointer)
      host.setGesture(isBrush ? { kind: 'brush', view, erases, at: { x, y }, radiusPx: host.brushRadiusPx } : null)
      host.setCursor(view, isBrush ? 'none' : cursorOf(host, pointer, drawing))
      host.hover(view, hovers || alt ? { x, y } : null)
      return undefined
    },
  }
}

function cursorOf(host: PointHost, pointer: PointPointer, drawing: Drawing | null): PointCursor {
  if (!drawing || pointer.alt) return 'default'
  return gripUnder(host, pointer) ? 'move' : 'crosshair'
}
