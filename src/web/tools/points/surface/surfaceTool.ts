import { msg } from '../../../messages/message.ts'
import type { PointTool } from '../pointHost.ts'
import { pointViewIdle } from '../view/viewIdle.ts'

/** A press on a point offers its surface. */
export const POINT_SURFACE_TOOL: PointTool = {
  id: 'surface',
  label: msg('seg.tool.surface'),
  icon: 'surface',
  key: 's',
  start: () =>
    pointViewIdle('surface', {
      drawing: {
        begin(host, pointer) {
          host.growSurface(pointer.view, pointer)
          return undefined
        },
      },
    }),
}
