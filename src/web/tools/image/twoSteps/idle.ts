import type { ShapeInWork } from '../../../document/shapeInWork.ts'
import type { ImageToolState } from '../imageHost.ts'
import { firstStep } from './firstStep.ts'
import { secondStep } from './secondStep.ts'
import type { TwoSteps } from './twoSteps.ts'

/** The first state of a tool that draws in two steps. */
export const twoStepsIdle = <Part>(steps: TwoSteps<Part>): ImageToolState => ({
  name: `${steps.makes}.idle`,
  cursor: 'crosshair',
  pointerDown: (editor, info) => (info.button === 0 && !editor.session.readOnly ? firstStep(steps, info) : undefined),
})

/** Goes on with a shape of which one or both ends of the first part are set. */
export function twoStepsAgain<Part>(steps: TwoSteps<Part>, work: ShapeInWork): ImageToolState | null {
  const [from, to] = work.points
  if (!to) return firstStep(steps, { at: from, screen: from }, work)
  const part = steps.partBetween(from, to)
  return part === null ? null : secondStep(steps, part, [from, to])
}
