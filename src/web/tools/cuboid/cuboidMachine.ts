import { zoomed } from '../../view3d/orbit.ts'
import { ToolMachine } from '../machine/toolMachine.ts'
import type { CuboidHost, ViewPointer, ViewWheel } from './cuboidHost.ts'
import { CUBOID_TOOLS } from './cuboidTools.ts'
import { CUBOID_SELECT_TOOL } from './select/selectTool.ts'

const ZOOM_PER_PX = 1.0015

/** The tools of the views of cuboids. */
export class CuboidMachine extends ToolMachine<CuboidHost, ViewPointer> {
  constructor(host: CuboidHost) {
    // Tools of other views, such as that for camera boxes, leave these views to selecting.
    const known = new Set(CUBOID_TOOLS.map(({ id }) => id))
    super(host, CUBOID_TOOLS, () =>
      host.canEdit && known.has(host.activeTool) ? host.activeTool : CUBOID_SELECT_TOOL.id,
    )
  }

  wheel({ view, x, y, deltaY }: ViewWheel): void {
    const factor = ZOOM_PER_PX ** deltaY
    if (view !== 'main') {
      this.host.zoomBoxViews(1 / factor)
      return
    }
    const viewCamera = this.host.viewCameraOf('main')
    if (viewCamera) this.host.setOrbit(zoomed(this.host.orbit, viewCamera, { x, y }, factor))
  }
}
