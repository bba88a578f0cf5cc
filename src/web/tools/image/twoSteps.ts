import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { GeometryKind } from '../../../model/annotationType.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import type { EditId } from '../../messages/message.ts'
import { type PixelPoint, pixelDistance } from '../../view2d/shapes/pixels.ts'
import { DONE } from '../machine/tool.ts'
import type { ImageHost, ImageNext, ImageToolState, Overlay, PointerInfo } from './imageHost.ts'
import { DRAG_START_PX } from './select/pressing.ts'

/** A shape of two steps: its first part is pulled open or clicked, the rest follows the pointer until a click. */
export interface TwoSteps<Part> {
  makes: GeometryKind
  label: EditId
  /** Of the two states. */
  names: readonly [first: string, second: string]
  /** null: too small to go on from. */
  partBetween(from: PixelPoint, to: PixelPoint): Part | null
  showPart(from: PixelPoint, to: PixelPoint): Overlay
  /** Where the second step starts. */
  startOf(part: Part): PixelPoint
  shapeOf(part: Part, at: PixelPoint, image: ImageSize): FlatShape
  /** Left out: every shape is made. */
  isLargeEnough?(part: Part, at: PixelPoint): boolean
}

/** The first state of a tool that draws in two steps. */
export const twoStepsIdle = <Part>(steps: TwoSteps<Part>): ImageToolState => ({
  name: `${steps.makes}.idle`,
  cursor: 'crosshair',
  pointerDown: (editor, info) => (info.button === 0 && !editor.session.readOnly ? firstStep(steps, info) : undefined),
})

function firstStep<Part>(steps: TwoSteps<Part>, from: PointerInfo): ImageToolState {
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

function secondStep<Part>(steps: TwoSteps<Part>, part: Part): ImageToolState {
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
