import type { Vec3 } from '../../../geometry/vec3.ts'
import type { AskedGesture } from '../../document/openSuggestions.ts'
import type { MakingGesture } from '../../tools/cuboid/cuboidHost.ts'

type Flat = Pick<Vec3, 'x' | 'y'>

/** A gesture as an assistant is asked: a rectangle has its ends in the middle of its short sides. */
export function askedGesture(gesture: MakingGesture, label: string, placeOf: (at: Flat) => Vec3): AskedGesture {
  switch (gesture.kind) {
    case 'drag':
      return { label, from: placeOf(gesture.from), to: placeOf(gesture.to) }
    case 'click':
      return { label, from: placeOf(gesture.at), to: placeOf(gesture.at) }
    case 'rectangle': {
      const [a, b, c, d] = gesture.corners
      const isLongFromA = lengthOf(a, b) >= lengthOf(b, c)
      const [from, to] = isLongFromA ? [middleOf(d, a), middleOf(b, c)] : [middleOf(a, b), middleOf(c, d)]
      return { label, from: placeOf(from), to: placeOf(to), corners: gesture.corners.map(placeOf) }
    }
  }
}

const middleOf = (a: Flat, b: Flat): Flat => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const lengthOf = (a: Flat, b: Flat): number => Math.hypot(a.x - b.x, a.y - b.y)
