import type { Static } from 'typebox'
import type { SkeletonBody } from '../../contract/tagParts.ts'
import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import type { GeometryKind } from '../../model/annotationType.ts'
import { edgeFault, type Skeleton } from '../../model/skeleton.ts'

type SkeletonSent = Static<typeof SkeletonBody>

/** Sigmas of a class without landmarks, or not one for each point of the skeleton. */
export function sigmaFailures(
  { sigmas, skeleton }: { sigmas?: readonly number[] | null; skeleton?: SkeletonSent | null },
  field: string,
  geometries: readonly GeometryKind[],
): Fault[] {
  if (!sigmas) return []
  if (!geometries.includes('landmark'))
    return [faultAt(field, 'NOT_ALLOWED', 'landmark among the geometries', geometries.join(', '))]
  if (!skeleton || skeleton.points.length === sigmas.length) return []
  return [faultAt(field, 'INVALID_VALUE', `${skeleton.points.length} numbers, one a point of the skeleton`, sigmas)]
}

/** What the shape alone does not show: a class without landmarks, names used twice, edges to points that are not there. */
export function skeletonFailures(sent: SkeletonSent, field: string, geometries: readonly GeometryKind[]): Fault[] {
  const failures: Fault[] = []
  if (!geometries.includes('landmark'))
    failures.push(faultAt(field, 'NOT_ALLOWED', 'landmark among the geometries', geometries.join(', ')))
  const names = new Set<string>()
  sent.points.forEach(({ name }, i) => {
    if (names.has(name)) failures.push(faultAt(`${field}.points[${i}].name`, 'DUPLICATE', 'each name once', name))
    names.add(name)
  })
  const skeleton = newSkeleton(sent)
  skeleton.edges.forEach((edge, i) => {
    const type = edgeFault(skeleton, i)
    const expected = `two of the labels 1 to ${sent.points.length}`
    if (type) failures.push(faultAt(`${field}.edges[${i}]`, type, expected, edge.join(', ')))
  })
  return failures
}

export const newSkeleton = ({ points, edges }: SkeletonSent): Skeleton => ({
  points: points.map(({ name, x, y }) => ({ name, x, y })),
  edges: edges.map(([from, to]) => [from, to]),
})

export const shownSkeleton = ({ points, edges }: Skeleton): SkeletonSent => ({
  points: points.map(({ name, x, y }) => ({ name, x, y })),
  edges: edges.map((edge) => [...edge]),
})
