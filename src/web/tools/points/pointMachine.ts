import { zoomed } from '../../view3d/orbit.ts'
import { ToolMachine } from '../machine/toolMachine.ts'
import { MAIN_VIEW, type PointHost, type PointPointer } from './pointHost.ts'
import { POINT_TOOLS } from './pointTools.ts'
import { POINT_SELECT_TOOL } from './select/selectTool.ts'

const ZOOM_PER_PX = 1.0015
const BRUSH_PER_PX = 1.0012

export interface WheelOver {
  view: string
  x: number
  y: number
  deltaY: number
  shift?: boolean
}

/** The tools of the views of a segmentation. */
export class PointMachine extends ToolMachine<PointHost, PointPointer> {
  /** The pointer over a view; null: over none. */
  #last: PointPointer | null = null

  constructor(host: PointHost) {
    super(host, POINT_TOOLS, () => (host.canEdit ? host.activeTool : POINT_SELECT_TOOL.id))
  }

  override pointerMove(pointer: PointPointer): void {
    this.#last = pointer
    super.pointerMove(pointer)
  }

  /** A key was pressed or released without a pointer movement, and a press would now do something else. */
  hold(keys: Pick<PointPointer, 'ctrl' | 'alt'>): void {
    if (this.#last && this.isIdle) this.pointerMove({ ...this.#last, ...keys })
  }

  /** The pointer left this view. */
  leave(view: string): void {
    if (!this.isIdle) return
    this.#last = null
    this.host.hover(view, null)
    this.host.setGesture(null)
  }

  wheel({ view, x, y, deltaY, shift = false }: WheelOver): void {
    // A polygon's corners are places of the screen; a stroke is one view's.
    if (!this.isIdle) return
    const { host } = this
    if (shift && host.activeTool !== POINT_SELECT_TOOL.id) {
      host.setBrushRadius(host.brushRadiusPx * BRUSH_PER_PX ** -deltaY)
      return
    }
    const factor = ZOOM_PER_PX ** deltaY
    if (view !== MAIN_VIEW) {
      host.zoomImage(view, { x, y }, 1 / factor)
      return
    }
    const viewCamera = host.viewCameraOf(MAIN_VIEW)
    if (viewCamera) host.setOrbit(zoomed(host.orbit, viewCamera, { x, y }, factor))
  }
}
