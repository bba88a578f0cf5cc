import type { Cuboid } from '../../geometry/cuboid.ts'
import { cuboidIou } from '../../geometry/cuboidIou.ts'
import type { NewActor } from './actor.ts'
import { actorCuboid } from './placedActor.ts'

const STEP_S = 0.1
/** Ground-truth boxes have a margin around their objects, so boxes of people side by side share a little of it. */
const MOST_SHARED = 0.2

/** The actors that never overlap an earlier one in the list. */
export function apart(actors: readonly NewActor[], seconds: number): NewActor[] {
  const kept: { actor: NewActor; boxes: Cuboid[] }[] = []
  for (const actor of actors) {
    const boxes = Array.from({ length: Math.ceil(seconds / STEP_S) + 1 }, (_, k) => actorCuboid(actor, k * STEP_S))
    const isFree = kept.every((other) => boxes.every((box, k) => sharedBy(box, other.boxes[k]) <= MOST_SHARED))
    if (isFree) kept.push({ actor, boxes })
  }
  return kept.map(({ actor }) => actor)
}

const volumeOf = ({ dimensions: { length, width, height } }: Cuboid): number => length * width * height

/** How much of the smaller box is within the other one, as a share. */
function sharedBy(a: Cuboid, b: Cuboid): number {
  const away = Math.hypot(a.position.x - b.position.x, a.position.y - b.position.y)
  if (away > a.dimensions.length + b.dimensions.length) return 0
  const iou = cuboidIou(a, b)
  return iou === 0 ? 0 : (iou * (volumeOf(a) + volumeOf(b))) / (1 + iou) / Math.min(volumeOf(a), volumeOf(b))
}
