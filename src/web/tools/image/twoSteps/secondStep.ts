import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageToolState } from '../imageHost.ts'
import type { TwoSteps } from './twoSteps.ts'

/** The rest follows the pointer until a click. */
export function secondStep<Part>(steps: TwoSteps<Part>, part: Part): ImageToolState {
  let to = steps.startOf(part)
  const finish = (editor: ImageHost): ImageNext => {
    if (steps.isLargeEnough?.(part, to) ?? true) editor.create(steps.label, steps.shapeOf(part, to, editor.image))
    return DONE
  }
  return {
    name: `${steps.makes}.${steps.names[1]}`,
    cursor: 'crosshair',
    pointerMove(_, { at }) {
      to = at
      return undefined
    },
    pointerUp(editor, { at }) {
      to = at
      return finish(editor)
    },
    complete: finish,
    overlay: ({ image }) => ({ added: [steps.shapeOf(part, to, image)] }),
  }
}
