import type { Landmark, LandmarkPoint } from './document/shape.ts'

/** A keypoint of a class. Its place in the list, from 1, is its `label` in documents: new ones go to the end. */
export interface SkeletonPoint {
  name: string
  /** Where the template has it: 0..1 of the box that it is placed in, y down. */
  x: number
  y: number
}

/** The key points of a class's objects and the edges between them. */
export interface Skeleton {
  points: readonly SkeletonPoint[]
  /** Pairs of labels, as COCO writes them. */
  edges: readonly (readonly [number, number])[]
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** All keypoints of the template, in a box of normalised image coordinates. */
export const placedSkeleton = ({ points }: Skeleton, { left, top, right, bottom }: Box): Landmark => ({
  type: 'landmark',
  points: points.map(({ x, y }, i) => ({
    x: left + x * (right - left),
    y: top + y * (bottom - top),
    label: i + 1,
    visible: true,
  })),
})

/** The labels that a skeleton does not have, and those that are there twice. */
export function strangeLabels({ points }: Skeleton, landmark: Landmark): number[] {
  const seen = new Set<number>()
  return landmark.points.flatMap(({ label }) => {
    const isStrange = label < 1 || label > points.length || seen.has(label)
    seen.add(label)
    return isStrange ? label : []
  })
}

/** The fault of an edge: a label without a point, a point joined to itself, or a repeated pair. */
export function edgeFault({ points, edges }: Skeleton, index: number): 'INVALID_VALUE' | 'DUPLICATE' | null {
  const [from, to] = edges[index]
  if (from === to || [from, to].some((label) => label < 1 || label > points.length)) return 'INVALID_VALUE'
  return edges.slice(0, index).some((edge) => edge.includes(from) && edge.includes(to)) ? 'DUPLICATE' : null
}

export type KeypointState = 'visible' | 'covered' | 'absent'

export function keypointState(landmark: Landmark, label: number): KeypointState {
  const point = landmark.points.find((one) => one.label === label)
  return point ? (point.visible ? 'visible' : 'covered') : 'absent'
}

/**
 * The landmark with one key point in another state; null if none would be left. A key point that was absent appears at
 * its place in the template, in proportion to the other points.
 */
export function withKeypointState(
  skeleton: Skeleton,
  landmark: Landmark,
  label: number,
  state: KeypointState,
): Landmark | null {
  const others = landmark.points.filter((point) => point.label !== label)
  if (state === 'absent') return others.length > 0 ? { ...landmark, points: others } : null
  const before = landmark.points.find((point) => point.label === label)
  const place = before ?? expectedPlace(skeleton, landmark, label)
  const made: LandmarkPoint = { x: place.x, y: place.y, label, visible: state === 'visible' }
  return { ...landmark, points: [...others, made].sort((a, b) => a.label - b.label) }
}

function expectedPlace({ points }: Skeleton, landmark: Landmark, label: number): { x: number; y: number } {
  const wanted = points[label - 1]
  const known = landmark.points.flatMap((actual) => {
    const template = points[actual.label - 1]
    return template ? [{ actual, template }] : []
  })
  const along = (axis: 'x' | 'y') => {
    const at = scaledPlace(
      known.map(({ template }) => template[axis]),
      known.map(({ actual }) => actual[axis]),
      wanted[axis],
    )
    return Math.min(1, Math.max(0, at))
  }
  return { x: along('x'), y: along('y') }
}

/** If only one point is known, the template is assumed to fill this share of the image. */
const SHARE_OF_IMAGE = 0.2

function scaledPlace(template: readonly number[], actual: readonly number[], wanted: number): number {
  if (template.length === 0) return wanted
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const scale = span(template) > 0 && span(actual) > 0 ? span(actual) / span(template) : SHARE_OF_IMAGE
  return middle(actual) + (wanted - middle(template)) * scale
}
