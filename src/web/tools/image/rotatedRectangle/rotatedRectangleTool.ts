import type { ImageSize } from '../../../../formats/results/jobContext.ts'
import type { RotatedRectangle } from '../../../../model/document/shape.ts'
import { msg } from '../../../messages/message.ts'
import { withinTurn } from '../../../view2d/shapes/handles.ts'
import { normalisedOf, type PixelPoint, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageTool, ImageToolState, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from '../select/pressing.ts'

const MIN_SIZE_PX = 1

/** One side is drawn first; then the box is pulled out to the other. */
function drawingSide(from: PointerInfo): ImageToolState {
  let to = from.at
  let moved = false
  const next = () => (pixelDistance(from.at, to) >= MIN_SIZE_PX ? pullingOut(from.at, to) : undefined)
  return {
    name: 'rotated_rectangle.drawing_side',
    cursor: 'crosshair',
    pointerMove(_, info) {
      to = info.at
      moved ||= pixelDistance(info.screen, from.screen) >= DRAG_START_PX
      return undefined
    },
    // Pulled, or clicked a second time: either ends the side.
    pointerUp: () => (moved ? next() : undefined),
    overlay: () => ({ path: { points: [from.at], next: to, closing: false } }),
  }
}

function pullingOut(a: PixelPoint, b: PixelPoint): ImageToolState {
  let to = b
  const finish = (editor: ImageHost): ImageNext => {
    const shape = boxOnSide(a, b, to, editor.image)
    if (shape.heightPx >= MIN_SIZE_PX) editor.create('edit.drawRotatedBox', shape)
    return DONE
  }
  return {
    name: 'rotated_rectangle.pulling_out',
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
    overlay: ({ image }) => ({ added: [boxOnSide(a, b, to, image)] }),
  }
}

/** The box with a side from a to b that reaches as far as `to`. */
function boxOnSide(a: PixelPoint, b: PixelPoint, to: PixelPoint, image: ImageSize): RotatedRectangle {
  const widthPx = pixelDistance(a, b)
  const along = { x: (b.x - a.x) / widthPx, y: (b.y - a.y) / widthPx }
  // Down on the screen from a side that runs to the right.
  const depth = (to.x - a.x) * -along.y + (to.y - a.y) * along.x
  const center = {
    x: (a.x + b.x) / 2 + (-along.y * depth) / 2,
    y: (a.y + b.y) / 2 + (along.x * depth) / 2,
  }
  // Drawn upwards, the side is the box's foot: its top is the other one.
  const rotationRad = Math.atan2(along.y, along.x)
  return {
    type: 'rotated_rectangle',
    center: normalisedOf(center, image),
    widthPx,
    heightPx: Math.abs(depth),
    rotationRad: withinTurn(rotationRad),
  }
}

export const ROTATED_RECTANGLE_TOOL: ImageTool = {
  id: 'rotated_rectangle',
  label: msg('tool.rotatedBox'),
  icon: 'rotated_rectangle',
  key: 'T',
  makes: 'rotated_rectangle',
  start: () => ({
    name: 'rotated_rectangle.idle',
    cursor: 'crosshair',
    pointerDown: (editor, info) => (info.button === 0 && !editor.session.readOnly ? drawingSide(info) : undefined),
  }),
}
