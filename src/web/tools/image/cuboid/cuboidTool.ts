import type { ImageSize } from '../../../../formats/results/jobContext.ts'
import type { FlatCuboid } from '../../../../model/document/shape.ts'
import { msg } from '../../../messages/message.ts'
import { cornersOf } from '../../../view2d/shapes/outline.ts'
import {
  boundsBetween,
  insideOf,
  type PixelBounds,
  type PixelPoint,
  pixelDistance,
} from '../../../view2d/shapes/pixels.ts'
import { DONE } from '../../machine/tool.ts'
import type { ImageHost, ImageNext, ImageTool, ImageToolState, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from '../select/pressing.ts'

const MIN_SIZE_PX = 1
/** Back faces are smaller, as things far away are. */
const BACK_SCALE = 0.8

/** The front face is pulled open like a box; then the back face follows the pointer. */
function drawingFront(from: PointerInfo): ImageToolState {
  let front = boundsBetween(from.at, from.at)
  let moved = false
  return {
    name: 'cuboid.drawing_front',
    cursor: 'crosshair',
    pointerMove(_, info) {
      front = boundsBetween(from.at, info.at)
      moved ||= pixelDistance(info.screen, from.screen) >= DRAG_START_PX
      return undefined
    },
    pointerUp: () => {
      if (!moved) return undefined
      const isBox = front.right - front.left >= MIN_SIZE_PX && front.bottom - front.top >= MIN_SIZE_PX
      return isBox ? placingBack(front) : DONE
    },
    overlay: () => ({ box: front }),
  }
}

function placingBack(front: PixelBounds): ImageToolState {
  let center = { x: (front.left + front.right) / 2, y: (front.top + front.bottom) / 2 }
  const finish = (editor: ImageHost): ImageNext => {
    editor.create('edit.drawCuboid', cuboidOf(front, center, editor.image))
    return DONE
  }
  return {
    name: 'cuboid.placing_back',
    cursor: 'crosshair',
    pointerMove(_, { at }) {
      center = at
      return undefined
    },
    pointerUp(editor, { at }) {
      center = at
      return finish(editor)
    },
    complete: finish,
    overlay: ({ image }) => ({ added: [cuboidOf(front, center, image)] }),
  }
}

function cuboidOf(front: PixelBounds, backCenter: PixelPoint, image: ImageSize): FlatCuboid {
  const halfWidth = ((front.right - front.left) * BACK_SCALE) / 2
  const halfHeight = ((front.bottom - front.top) * BACK_SCALE) / 2
  const back = {
    left: backCenter.x - halfWidth,
    top: backCenter.y - halfHeight,
    right: backCenter.x + halfWidth,
    bottom: backCenter.y + halfHeight,
  }
  const points = [...cornersOf(front), ...cornersOf(back)].map((corner) => insideOf(corner, image))
  return { type: 'cuboid', points }
}

export const FLAT_CUBOID_TOOL: ImageTool = {
  id: 'cuboid',
  label: msg('tool.cuboid'),
  icon: 'cuboid',
  key: 'C',
  makes: 'cuboid',
  start: () => ({
    name: 'cuboid.idle',
    cursor: 'crosshair',
    pointerDown: (editor, info) => (info.button === 0 && !editor.session.readOnly ? drawingFront(info) : undefined),
  }),
}
