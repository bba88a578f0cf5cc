import { pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageToolState, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from '../select/pressing.ts'
import { secondStep } from './secondStep.ts'
import type { TwoSteps } from './twoSteps.ts'

/** The first part is pulled open, or clicked at both ends. */
export function firstStep<Part>(steps: TwoSteps<Part>, from: PointerInfo): ImageToolState {
  let to = from.at
  let moved = false
  return {
    name: `${steps.makes}.${steps.names[0]}`,
    cursor: 'crosshair',
    pointerMove(_, info) {
      to = info.at
      moved ||= pixelDistance(info.screen, from.screen) >= DRAG_START_PX
      return undefined
    },
    // Pulled, or clicked a second time: either ends the step.
    pointerUp() {
      if (!moved) return undefined
      const part = steps.partBetween(from.at, to)
      return part === null ? DONE : secondStep(steps, part)
    },
    overlay: () => steps.showPart(from.at, to),
  }
}
