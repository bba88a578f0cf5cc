import type { ImageSize } from '../../../../formats/results/jobContext.ts'
import type { FlatCuboid } from '../../../../model/document/shape.ts'
import { msg } from '../../../messages/message.ts'
import { boundsBetween, cornersOf, insideOf, type PixelBounds, type PixelPoint } from '../../../view2d/shapes/pixels.ts'
import type { ImageTool } from '../imageHost.ts'
import { twoStepsAgain, twoStepsIdle } from '../twoSteps/idle.ts'
import type { TwoSteps } from '../twoSteps/twoSteps.ts'

const MIN_SIZE_PX = 1
/** Back faces are smaller, as things far away are. */
const BACK_SCALE = 0.8

/** The front face is pulled open like a box; then the back face follows the pointer. */
const STEPS: TwoSteps<PixelBounds> = {
  makes: 'cuboid',
  label: 'edit.drawCuboid',
  leastPx: MIN_SIZE_PX,
  names: ['drawing_front', 'placing_back'],
  partBetween(from, to) {
    const front = boundsBetween(from, to)
    return front.right - front.left >= MIN_SIZE_PX && front.bottom - front.top >= MIN_SIZE_PX ? front : null
  },
  showPart: (from, to) => ({ box: boundsBetween(from, to) }),
  startOf: ({ left, top, right, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 }),
  shapeOf: cuboidOf,
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
  key: 'Shift+T',
  makes: 'cuboid',
  start: () => twoStepsIdle(STEPS),
  resume: (work) => twoStepsAgain(STEPS, work),
}
