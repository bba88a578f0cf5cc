import { distance } from '../../geometry/vec3.ts'
import type { SpacePoint } from '../document/shape.ts'
import { type CompareOptions, DEFAULT_POINTS_M } from './compareOptions.ts'

/** Greatest distance of two polylines or key points that are a pair. */
export const reachM = ({ distanceM }: CompareOptions): number => distanceM ?? DEFAULT_POINTS_M

/**
 * The mean distance in metres between the reference's key points and those of `b`, paired by name if all have distinct
 * names, otherwise by index. A point that only one of them has counts as `missingM` away.
 */
export function keypointM(a: readonly SpacePoint[], b: readonly SpacePoint[], missingM: number): number {
  const isNamed = haveNames(a) && haveNames(b)
  const partners = new Map(b.map((point, i) => [isNamed ? point.name : i, point]))
  const sum = a.reduce((total, point, i) => {
    const partner = partners.get(isNamed ? point.name : i)
    return total + (partner ? distance(point, partner) : missingM)
  }, 0)
  // What only the other has counts as well: otherwise one right point of many would be perfect.
  const extra = Math.max(0, b.length - a.length)
  return (sum + extra * missingM) / (a.length + extra)
}

const haveNames = (points: readonly SpacePoint[]): boolean =>
  points.every(({ name }) => name !== undefined) && new Set(points.map(({ name }) => name)).size === points.length
