import { type BoxHandle, type BoxSide, boxHandleAt } from '../boxHandle.ts'
import type { CuboidHost, CuboidNext, CuboidState, Cursor, ViewPointer } from '../cuboidHost.ts'
import { vertexInserted, vertexPressed, vertexUnder } from '../space/vertexDrag.ts'
import { Adjusting } from './adjusting.ts'
import { CuboidNavigating } from './navigating.ts'
import { SmallViewSliding } from './sliding.ts'

/** What a tool does in the large view while no gesture is under way. */
export interface MainViewIdle {
  /** The main button was pressed. */
  press(host: CuboidHost, pointer: ViewPointer): CuboidNext
  hover(host: CuboidHost, pointer: ViewPointer): void
  /** A press on a point of the selected polyline or key points is about that point. */
  takesVertices?: true
  doubleClick?(host: CuboidHost, pointer: ViewPointer): void
}

/** The first state of every cuboid tool: the small views and moving the large one are the same for all. */
export function cuboidViewIdle(tool: string, main: MainViewIdle): CuboidState {
  return {
    name: `${tool}.idle`,
    pointerDown(host, pointer) {
      if (pointer.view === 'main') {
        const onVertex = main.takesVertices ? vertexPressed(host, pointer) : undefined
        if (onVertex) return onVertex
        if (pointer.button === 'right') return new CuboidNavigating(pointer, 'pan')
        if (pointer.button === 'middle' || pointer.alt) return new CuboidNavigating(pointer, 'turn')
        return main.press(host, pointer)
      }
      const onVertex = vertexPressed(host, pointer)
      if (onVertex) return onVertex
      if (pointer.button !== 'left') return new SmallViewSliding(pointer)
      const held = handleUnder(host, pointer)
      return held && host.canEdit ? new Adjusting(host, pointer, held) : undefined
    },
    pointerMove(host, pointer) {
      if (pointer.view === 'main') {
        main.hover(host, pointer)
        return undefined
      }
      if (vertexUnder(host, pointer)) {
        host.setCursor(pointer.view, 'move')
        return undefined
      }
      const handle = host.canEdit ? handleUnder(host, pointer) : null
      host.setHandle(handle && { view: pointer.view, handle })
      host.setCursor(pointer.view, cursorOf(pointer.view, handle))
      return undefined
    },
    doubleClick(host, pointer) {
      if (pointer.view === 'main') {
        main.doubleClick?.(host, pointer)
        return undefined
      }
      if (vertexInserted(host, pointer)) return undefined
      const held = handleUnder(host, pointer)
      if (held?.kind === 'sides') snapSides(host, held.sides)
      else if (!held) host.slideBoxView(pointer.view, null)
      return undefined
    },
    pointerLeave(host) {
      host.setHandle(null)
      host.hover(null)
      return undefined
    },
  }
}

/** Pulls sides of the selected box to the nearest points inside it; false where there is nothing to pull. */
export function snapSides(host: CuboidHost, sides: readonly BoxSide[]): boolean {
  const box = host.canEdit ? host.selectedBox() : null
  for (const side of box ? sides : []) host.snapSide(box?.trackId ?? '', side)
  return box !== null && sides.length > 0
}

function handleUnder(host: CuboidHost, pointer: ViewPointer): BoxHandle | null {
  const box = host.selectedBox()
  const viewCamera = host.viewCameraOf(pointer.view)
  if (!box || !viewCamera || pointer.view === 'main') return null
  return boxHandleAt(box.cuboid, pointer.view, viewCamera, pointer)
}

function cursorOf(view: ViewPointer['view'], handle: BoxHandle | null): Cursor {
  if (!handle) return 'default'
  if (handle.kind === 'turn') return 'grab'
  if (handle.kind === 'inside' || handle.sides.length > 1) return 'move'
  const runsUp = view === 'top' ? 'x' : 'z'
  return handle.sides[0].axis === runsUp ? 'ns-resize' : 'ew-resize'
}
