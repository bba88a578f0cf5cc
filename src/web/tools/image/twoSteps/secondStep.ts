import type { ShapeInWork } from '../../../document/shapeInWork.ts'
import { msg } from '../../../messages/message.ts'
import type { PixelPoint } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageToolState } from '../imageHost.ts'
import type { TwoSteps } from './twoSteps.ts'

/** The rest follows the pointer until a click. */
export function secondStep<Part>(steps: TwoSteps<Part>, part: Part, points: readonly PixelPoint[]): ImageToolState {
  const work: ShapeInWork = { tool: steps.makes, points }
  let to = steps.startOf(part)
  const finish = (editor: ImageHost): ImageNext => {
    if (!(steps.isLargeEnough?.(part, to) ?? true)) {
      editor.session.notices.refuse(msg('draw.tooSmall', { size: steps.leastPx }))
      return undefined
    }
    editor.create(steps.label, steps.shapeOf(part, to, editor.image))
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
    work: () => work,
    overlay: ({ image }) => ({ added: [steps.shapeOf(part, to, image)] }),
  }
}
