import { msg } from '../../../messages/message.ts'
import type { CuboidTool } from '../cuboidHost.ts'
import { fromRearToFront, makingIdle } from './makeTools.ts'

/** An assistant fits a cuboid to what is dragged over or clicked. */
export const CUBOID_FIT_TOOL: CuboidTool = {
  id: 'fit',
  label: msg('tool.fit'),
  icon: 'smart',
  key: 'Shift+T',
  makes: 'cuboid',
  asks: 'fit',
  start: () => makingIdle('fit', fromRearToFront, (host, gesture, groundZ) => host.askFit(gesture, groundZ)),
}
