import { msg } from '../../../messages/message.ts'
import type { CuboidTool } from '../cuboidHost.ts'
import { aroundIt, fromRearToFront, makingIdle } from './makeTools.ts'
import type { GestureTo, MakingEnd } from './making.ts'

const askIt: MakingEnd & { takesClicks: true } = {
  takesClicks: true,
  end: (host, gesture, groundZ) => host.askFit(gesture, groundZ),
  preview: (host, gesture, groundZ) => host.previewFit(gesture, groundZ),
}

/** With Shift a rectangle around the object: where its front is, is not said. */
const overOrAround: GestureTo = (from, start, to, viewCamera) =>
  (start.shift ? aroundIt : fromRearToFront)(from, start, to, viewCamera)

/** An assistant fits a cuboid to an object that is dragged over, clicked, or enclosed in a rectangle. */
export const CUBOID_FIT_TOOL: CuboidTool = {
  id: 'fit',
  label: msg('tool.fit'),
  icon: 'smart',
  key: 'Shift+T',
  makes: 'cuboid',
  asks: 'fit',
  start: () => makingIdle('fit', overOrAround, askIt),
}
