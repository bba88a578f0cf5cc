import { Boxing } from './boxing.ts'
import { Brushing } from './brushing.ts'
import { Cornering } from './cornering.ts'
import { Framing } from './framing.ts'
import { Gripping, gripUnder } from './gripping.ts'
import { Lassoing } from './lassoing.ts'
import { Navigating } from './navigating.ts'
import { MAIN_VIEW, type PointCursor, type PointDesk, type PointPointer, type PointState } from './pointDesk.ts'
import { Pressing } from './pressing.ts'

/** Nothing is held: decides what a press begins. */
export class Idle implements PointState {
  readonly name = 'idle'

  pointerDown(desk: PointDesk, pointer: PointPointer): PointState | null {
    const { view, button } = pointer
    if (button === 'right') return new Navigating(pointer, 'pan')
    if (button === 'middle') return new Navigating(pointer, 'turn')
    const tool = desk.canEdit ? desk.activeTool : 'select'
    if (tool === 'select' || tool === 'ground' || pointer.alt) return new Pressing(pointer)
    if (tool === 'cuboid' || tool === 'crop') {
      if (view !== MAIN_VIEW) return new Pressing(pointer)
      const grip = gripUnder(desk, pointer)
      return grip ? new Gripping(desk, pointer, grip) : Boxing.begin(desk, pointer)
    }
    desk.hover(view, null)
    const erases = tool === 'eraser' || pointer.ctrl
    if (tool === 'lasso') return new Lassoing(desk, pointer, erases)
    if (tool === 'polygon') return new Cornering(desk, pointer, erases)
    if (tool === 'rectangle') return new Framing(desk, pointer, erases)
    return new Brushing(desk, pointer, erases)
  }

  pointerMove(desk: PointDesk, pointer: PointPointer): PointState | null {
    const { view, x, y } = pointer
    const tool = desk.canEdit ? desk.activeTool : 'select'
    const isBrush = (tool === 'brush' || tool === 'eraser') && !pointer.alt
    const erases = tool === 'eraser' || pointer.ctrl
    desk.setGesture(isBrush ? { kind: 'brush', view, erases, at: { x, y }, radiusPx: desk.brushRadiusPx } : null)
    desk.setCursor(view, cursorOf(desk, pointer, isBrush))
    desk.hover(view, tool === 'select' || pointer.alt ? { x, y } : null)
    return null
  }
}

function cursorOf(desk: PointDesk, pointer: PointPointer, isBrush: boolean): PointCursor {
  if (isBrush) return 'none'
  if (pointer.alt || !desk.canEdit || desk.activeTool === 'select' || desk.activeTool === 'ground') return 'default'
  return gripUnder(desk, pointer) ? 'move' : 'crosshair'
}
