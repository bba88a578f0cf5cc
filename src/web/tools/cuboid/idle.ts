import { pickCuboid } from '../../scene/cloud/pickCuboid.ts'
import { Adjusting } from './adjusting.ts'
import { type BoxHandle, handleAt } from './boxHandle.ts'
import { Making } from './making.ts'
import { Navigating } from './navigating.ts'
import { Pressing } from './pressing.ts'
import type { Cursor, ToolDesk, ToolState, ViewPointer } from './toolDesk.ts'

/** Nothing is held: decides what a press begins. */
export class Idle implements ToolState {
  readonly name = 'idle'

  pointerDown(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    if (pointer.view === 'main') return pressInMain(desk, pointer)
    const held = handleUnder(desk, pointer)
    if (pointer.button !== 'left' || !held || !desk.canEdit) return null
    return new Adjusting(desk, pointer, held)
  }

  pointerMove(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    if (pointer.view !== 'main') {
      const handle = desk.canEdit ? handleUnder(desk, pointer) : null
      desk.setHandle(handle && { view: pointer.view, handle })
      desk.setCursor(pointer.view, cursorOf(pointer.view, handle))
      return null
    }
    const lookout = desk.lookoutOf('main')
    if (desk.activeTool !== 'select') {
      desk.setCursor('main', 'crosshair')
      return null
    }
    const under = lookout && pickCuboid(lookout, pointer, desk.boxes())
    desk.hover(under?.trackId ?? null)
    desk.setCursor('main', under ? 'pointer' : 'default')
    return null
  }

  doubleClick(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    const box = desk.selectedBox()
    const held = pointer.view === 'main' ? null : handleUnder(desk, pointer)
    if (!box || !desk.canEdit || held?.kind !== 'sides') return null
    for (const side of held.sides) desk.snapSide(box.trackId, side)
    return null
  }
}

function pressInMain(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
  if (pointer.button === 'right') return new Navigating(pointer, 'pan')
  if (pointer.button === 'middle' || pointer.alt) return new Navigating(pointer, 'turn')
  if (desk.activeTool === 'select' || !desk.canEdit) return new Pressing(pointer)
  return Making.begin(desk, pointer)
}

function handleUnder(desk: ToolDesk, pointer: ViewPointer): BoxHandle | null {
  const box = desk.selectedBox()
  const lookout = desk.lookoutOf(pointer.view)
  if (!box || !lookout || pointer.view === 'main') return null
  return handleAt(box.cuboid, pointer.view, lookout, pointer)
}

function cursorOf(view: ViewPointer['view'], handle: BoxHandle | null): Cursor {
  if (!handle) return 'default'
  if (handle.kind === 'turn') return 'grab'
  if (handle.kind === 'inside' || handle.sides.length > 1) return 'move'
  const runsUp = view === 'top' ? 'x' : 'z'
  return handle.sides[0].axis === runsUp ? 'ns-resize' : 'ew-resize'
}
