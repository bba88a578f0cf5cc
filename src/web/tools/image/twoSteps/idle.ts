import type { ImageToolState } from '../imageHost.ts'
import { firstStep } from './firstStep.ts'
import type { TwoSteps } from './twoSteps.ts'

/** The first state of a tool that draws in two steps. */
export const twoStepsIdle = <Part>(steps: TwoSteps<Part>): ImageToolState => ({
  name: `${steps.makes}.idle`,
  cursor: 'crosshair',
  pointerDown: (editor, info) => (info.button === 0 && !editor.session.readOnly ? firstStep(steps, info) : undefined),
})
