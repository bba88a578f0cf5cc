import type { ImageSize } from '../../../../formats/results/jobContext.ts'
import type { RotatedRectangle } from '../../../../model/document/shape.ts'
import { msg } from '../../../messages/message.ts'
import { withinTurn } from '../../../view2d/shapes/kinds/turnedShape.ts'
import { normalisedOf, type PixelPoint, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import type { ImageTool } from '../imageHost.ts'
import { twoStepsAgain, twoStepsIdle } from '../twoSteps/idle.ts'
import type { TwoSteps } from '../twoSteps/twoSteps.ts'

const MIN_SIZE_PX = 1

interface Side {
  a: PixelPoint
  b: PixelPoint
}

/** One side is drawn first; then the box is pulled out to the other. */
const STEPS: TwoSteps<Side> = {
  makes: 'rotated_rectangle',
  label: 'edit.drawRotatedBox',
  leastPx: MIN_SIZE_PX,
  names: ['drawing_side', 'pulling_out'],
  partBetween: (a, b) => (pixelDistance(a, b) >= MIN_SIZE_PX ? { a, b } : null),
  showPart: (from, to) => ({ path: { points: [from], next: to, closing: false } }),
  startOf: ({ b }) => b,
  shapeOf: boxOnSide,
  isLargeEnough: (side, to) => Math.abs(depthOf(side, to)) >= MIN_SIZE_PX,
}

/** How far `to` is from the side; positive: down on the screen from a side that runs to the right. */
function depthOf({ a, b }: Side, to: PixelPoint): number {
  return ((b.x - a.x) * (to.y - a.y) - (b.y - a.y) * (to.x - a.x)) / pixelDistance(a, b)
}

/** The box with this side that reaches as far as `to`. */
function boxOnSide({ a, b }: Side, to: PixelPoint, image: ImageSize): RotatedRectangle {
  const widthPx = pixelDistance(a, b)
  const along = { x: (b.x - a.x) / widthPx, y: (b.y - a.y) / widthPx }
  const depth = depthOf({ a, b }, to)
  const center = {
    x: (a.x + b.x) / 2 + (-along.y * depth) / 2,
    y: (a.y + b.y) / 2 + (along.x * depth) / 2,
  }
  return {
    type: 'rotated_rectangle',
    center: normalisedOf(center, image),
    widthPx,
    heightPx: Math.abs(depth),
    // Drawn upwards, the side is the box's foot: its top is the other one.
    rotationRad: withinTurn(Math.atan2(along.y, along.x)),
  }
}

export const ROTATED_RECTANGLE_TOOL: ImageTool = {
  id: 'rotated_rectangle',
  label: msg('tool.rotatedBox'),
  icon: 'rotated_rectangle',
  key: 'T',
  makes: 'rotated_rectangle',
  start: () => twoStepsIdle(STEPS),
  resume: (work) => twoStepsAgain(STEPS, work),
}
