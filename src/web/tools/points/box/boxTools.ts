import { MAIN_VIEW, type PointTool } from '../pointHost.ts'
import { Pressing } from '../select/pressing.ts'
import { type Drawing, viewIdle } from '../view/viewIdle.ts'
import { Boxing } from './boxing.ts'
import { Gripping, gripUnder } from './gripping.ts'

const BOX: Drawing = {
  begin(host, pointer) {
    if (pointer.view !== MAIN_VIEW) return new Pressing(pointer)
    const grip = gripUnder(host, pointer)
    return grip ? new Gripping(host, pointer, grip) : Boxing.from(host, pointer)
  },
}

export const BOX_TOOL: PointTool = {
  id: 'cuboid',
  label: 'Box: everything in it',
  icon: 'cuboid',
  key: 'c',
  start: () => viewIdle('cuboid', { drawing: BOX }),
}

export const CROP_TOOL: PointTool = {
  id: 'crop',
  label: 'Crop: show what is in a rectangle',
  icon: 'crop',
  key: 'Shift+C',
  start: () => viewIdle('crop', { drawing: BOX }),
}
