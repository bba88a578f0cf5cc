import { type Static, Type } from 'typebox'
import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import type { GeometryKind } from '../../model/annotationType.ts'
import { edgeFault, type Skeleton } from '../../model/skeleton.ts'
import { settingsBody } from '../http/settingsBody.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })

/** The keypoints of a class and what joins them. */
export const SkeletonBody = settingsBody({
  points: Type.Array(settingsBody({ name: Type.String({ minLength: 1, maxLength: 256 }), x: Share, y: Share }), {
    minItems: 1,
    maxItems: 500,
    description: 'labelled 1, 2, 3 … in results; x and y: place in the template, 0 to 1, y down',
  }),
  edges: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
    maxItems: 2000,
    description: 'pairs of labels',
  }),
})

type SkeletonSent = Static<typeof SkeletonBody>

/** How far each keypoint of a class may be off. */
export const Sigmas = Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 1 }), {
  minItems: 1,
  maxItems: 500,
  description: "of each keypoint, in the order of labels, for COCO's object keypoint similarity",
})

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
