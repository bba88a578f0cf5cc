import { pickCuboid } from '../../view3d/pickCuboid.ts'
import { Adjusting } from './adjusting.ts'
import { type BoxHandle, type BoxSide, handleAt } from './boxHandle.ts'
import { cursorOfGrip, mainGripAt } from './mainGrip.ts'
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
    const viewCamera = desk.viewCameraOf('main')
    if (desk.activeTool !== 'select') {
      desk.setCursor('main', 'crosshair')
      return null
    }
    const grip = mainGripAt(desk, pointer)
    desk.setHandle(grip?.kind === 'part' ? { view: 'main', handle: grip.handle } : null)
    // What a press takes is what is pointed out, whatever else lies under the pointer.
    const under = grip ? grip.box : viewCamera && pickCuboid(viewCamera, pointer, desk.boxes())
    desk.hover(under?.trackId ?? null)
    desk.setCursor('main', grip ? cursorOfGrip(grip) : under ? 'pointer' : 'default')
    return null
  }

  doubleClick(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
    const box = desk.selectedBox()
    const sides = box && desk.canEdit ? sidesUnder(desk, pointer) : []
    for (const side of sides) desk.snapSide(box?.trackId ?? '', side)
    if (sides.length === 0 && pointer.view === 'main' && desk.activeTool === 'select') lookAt(desk, pointer)
    return null
  }

  pointerLeave(desk: ToolDesk): ToolState | null {
    desk.setHandle(null)
    desk.hover(null)
    return null
  }
}

function pressInMain(desk: ToolDesk, pointer: ViewPointer): ToolState | null {
  if (pointer.button === 'right') return new Navigating(pointer, 'pan')
  if (pointer.button === 'middle' || pointer.alt) return new Navigating(pointer, 'turn')
  if (desk.activeTool === 'select' || !desk.canEdit) return new Pressing(pointer)
  return Making.begin(desk, pointer)
}

/** What lies under the pointer comes into the middle, and the view turns about it from now on. */
function lookAt(desk: ToolDesk, pointer: ViewPointer): void {
  const viewCamera = desk.viewCameraOf('main')
  const target = viewCamera && desk.groundUnder(viewCamera, pointer)
  if (target) desk.setOrbit({ ...desk.orbit, target })
}

function sidesUnder(desk: ToolDesk, pointer: ViewPointer): readonly BoxSide[] {
  if (pointer.view === 'main') {
    const grip = desk.activeTool === 'select' ? mainGripAt(desk, pointer) : null
    return grip?.kind === 'part' ? grip.handle.sides : []
  }
  const held = handleUnder(desk, pointer)
  return held?.kind === 'sides' ? held.sides : []
}

function handleUnder(desk: ToolDesk, pointer: ViewPointer): BoxHandle | null {
  const box = desk.selectedBox()
  const viewCamera = desk.viewCameraOf(pointer.view)
  if (!box || !viewCamera || pointer.view === 'main') return null
  return handleAt(box.cuboid, pointer.view, viewCamera, pointer)
}

function cursorOf(view: ViewPointer['view'], handle: BoxHandle | null): Cursor {
  if (!handle) return 'default'
  if (handle.kind === 'turn') return 'grab'
  if (handle.kind === 'inside' || handle.sides.length > 1) return 'move'
  const runsUp = view === 'top' ? 'x' : 'z'
  return handle.sides[0].axis === runsUp ? 'ns-resize' : 'ew-resize'
}
