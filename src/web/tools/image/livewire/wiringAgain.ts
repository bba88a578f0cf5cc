import type { ShapeInWork } from '../../../document/shapeInWork.ts'
import type { ImageHost, ImageToolState } from '../imageHost.ts'
import type { EdgeLine } from './edgeFinder.ts'
import { wiring } from './wiring.ts'

/** Goes on from the places that were clicked. */
export function wiringAgain({ points: [first, ...others] }: ShapeInWork, { edges }: ImageHost): ImageToolState {
  const sides = others.map(({ x, y, via }, i): EdgeLine => {
    if (via) return { points: via, finding: null }
    const { x: fromX, y: fromY } = i === 0 ? first : others[i - 1]
    return edges.line({ x: fromX, y: fromY }, { x, y })
  })
  return wiring(first, sides)
}
