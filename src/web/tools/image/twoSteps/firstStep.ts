import type { ShapeInWork } from '../../../document/shapeInWork.ts'
import { msg } from '../../../messages/message.ts'
import { pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from '../select/pressing.ts'
import { secondStep } from './secondStep.ts'
import type { TwoSteps } from './twoSteps.ts'

/** The first part is pulled open, or clicked at both ends. */
export function firstStep<Part>(
  steps: TwoSteps<Part>,
  from: Pick<PointerInfo, 'at' | 'screen'>,
  resumed: ShapeInWork | null = null,
): ImageToolState {
  let to = from.at
  let moved = resumed !== null
  let work = resumed
  return {
    name: `${steps.makes}.${steps.names[0]}`,
    cursor: 'crosshair',
    pointerMove(_, info) {
      to = info.at
      moved ||= pixelDistance(info.screen, from.screen) >= DRAG_START_PX
      return undefined
    },
    // Pulled, or clicked a second time: either ends the step.
    pointerUp({ session }) {
      if (!moved) {
        work ??= { tool: steps.makes, points: [from.at] }
        return undefined
      }
      const part = steps.partBetween(from.at, to)
      if (part !== null) return secondStep(steps, part, [from.at, to])
      session.notices.refuse(msg('draw.tooSmall', { size: steps.leastPx }))
      return DONE
    },
    work: () => work,
    overlay: () => steps.showPart(from.at, to),
  }
}
