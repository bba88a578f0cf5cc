import { msg } from '../../../messages/message.ts'
import { MAIN_VIEW, type PointTool } from '../pointHost.ts'
import { PointPressing } from '../select/pressing.ts'
import { type Drawing, pointViewIdle } from '../view/viewIdle.ts'
import { Boxing } from './boxing.ts'
import { Gripping, gripUnder } from './gripping.ts'

const BOX: Drawing = {
  begin(host, pointer) {
    if (pointer.view !== MAIN_VIEW) return new PointPressing(pointer)
    const grip = gripUnder(host, pointer)
    return grip ? new Gripping(host, pointer, grip) : Boxing.from(host, pointer)
  },
}

export const POINT_BOX_TOOL: PointTool = {
  id: 'cuboid',
  label: msg('seg.tool.box'),
  icon: 'cuboid',
  key: 'Shift+C',
  start: () => pointViewIdle('cuboid', { drawing: BOX }),
}

export const POINT_CROP_TOOL: PointTool = {
  id: 'crop',
  label: msg('seg.tool.crop'),
  icon: 'crop',
  key: 'Alt+C',
  start: () => pointViewIdle('crop', { drawing: BOX }),
}
