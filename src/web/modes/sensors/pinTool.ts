import type { ScenePins } from '../../scene/pins/scenePins.ts'
import type { PaneHost, PaneTool } from './pane.ts'

interface PinnedPane<View extends string> {
  pins: ScenePins
  host: PaneHost<View>
  /** The large view. */
  view: View
  /** Whether a click may open a pin; not while a tool uses clicks. */
  opensPins(): boolean
}

/** A mode's tool, except where a press in the large view is about issues pinned there. */
export function withPins<View extends string>(tool: PaneTool<View>, pane: PinnedPane<View>): PaneTool<View> {
  const { pins, host, view } = pane
  /** Between a press that was about pins and its end. */
  let isTaken = false
  return {
    pointerDown(pointer) {
      const viewCamera =
        pointer.view === view && pointer.button === 'left' && !pointer.alt ? host.viewCameraOf(view) : null
      isTaken = viewCamera !== null && pins.press(viewCamera, pointer, pane.opensPins())
      if (!isTaken) tool.pointerDown(pointer)
    },
    pointerMove(pointer) {
      if (!isTaken) tool.pointerMove(pointer)
    },
    pointerUp(pointer) {
      if (!isTaken) tool.pointerUp(pointer)
      isTaken = false
    },
    doubleClick: (pointer) => tool.doubleClick(pointer),
    wheel: (wheel) => tool.wheel(wheel),
    pointerLeave: (left) => tool.pointerLeave?.(left),
    cancel() {
      isTaken = false
      tool.cancel()
    },
  }
}
