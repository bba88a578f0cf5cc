import type { Cuboid } from '../../geometry/cuboid.ts'
import { IndexList } from './indexList.ts'
import { type PointRules, type SlottedCloud, takenSlots } from './pointCloud.ts'
import { CuboidTest, PointLimits } from './pointLimits.ts'

/** Points in the cuboid, ascending; its faces belong to it. */
export function cuboidPoints(cloud: SlottedCloud, cuboid: Cuboid, rules: PointRules): Uint32Array<ArrayBuffer> {
  const box = new CuboidTest(cloud.relativeFromCloud, cuboid)
  return pointsWhere(cloud, rules, (x, y, z) => box.contains(x, y, z))
}

/** Points that the rules let take and that pass the test, which is asked about finite ones alone; ascending. */
export function pointsWhere(
  { positions, slots, relativeFromCloud }: SlottedCloud,
  rules: PointRules,
  test: (x: number, y: number, z: number) => boolean,
): Uint32Array<ArrayBuffer> {
  const taken = takenSlots(rules)
  const limits = new PointLimits(relativeFromCloud, rules)
  const list = new IndexList()
  for (let index = 0; index < slots.length; index++) {
    if (!taken[slots[index]]) continue
    const [x, y, z] = [positions[3 * index], positions[3 * index + 1], positions[3 * index + 2]]
    if (!Number.isFinite(x + y + z) || !(limits.isEmpty || limits.contains(x, y, z))) continue
    if (test(x, y, z)) list.push(index)
  }
  return list.ascending(slots.length)
}
