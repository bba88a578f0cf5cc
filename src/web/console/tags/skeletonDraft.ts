import type { SkeletonBody } from '../../../contract/tagParts.ts'

/** The 17 keypoints of a person as COCO has them, in its order. */
const PERSON: readonly (readonly [name: string, x: number, y: number])[] = [
  ['nose', 0.5, 0.1],
  ['left_eye', 0.54, 0.07],
  ['right_eye', 0.46, 0.07],
  ['left_ear', 0.6, 0.09],
  ['right_ear', 0.4, 0.09],
  ['left_shoulder', 0.68, 0.23],
  ['right_shoulder', 0.32, 0.23],
  ['left_elbow', 0.82, 0.38],
  ['right_elbow', 0.18, 0.38],
  ['left_wrist', 0.9, 0.52],
  ['right_wrist', 0.1, 0.52],
  ['left_hip', 0.6, 0.53],
  ['right_hip', 0.4, 0.53],
  ['left_knee', 0.62, 0.74],
  ['right_knee', 0.38, 0.74],
  ['left_ankle', 0.64, 0.96],
  ['right_ankle', 0.36, 0.96],
]

export const personSkeleton = (): SkeletonBody => ({
  points: PERSON.map(([name, x, y]) => ({ name, x, y })),
  edges: [
    ...([
      [16, 14],
      [14, 12],
      [17, 15],
      [15, 13],
      [12, 13],
      [6, 12],
      [7, 13],
      [6, 7],
      [6, 8],
    ] as [number, number][]),
    ...([
      [7, 9],
      [8, 10],
      [9, 11],
      [2, 3],
      [1, 2],
      [1, 3],
      [2, 4],
      [3, 5],
      [4, 6],
      [5, 7],
    ] as [number, number][]),
  ],
})

export const firstSkeleton = (): SkeletonBody => ({ points: [{ name: '1', x: 0.5, y: 0.5 }], edges: [] })

/** Adds a point, joined to the last one, since most skeletons are chains. */
export function withPoint({ points, edges }: SkeletonBody, x: number, y: number): SkeletonBody {
  const taken = new Set(points.map(({ name }) => name))
  let number = points.length + 1
  while (taken.has(String(number))) number++
  const edge: [number, number][] = points.length === 0 ? [] : [[points.length, points.length + 1]]
  return { points: [...points, { name: String(number), x, y }], edges: [...edges, ...edge] }
}

/** Labels are indexes in the list: later ones move up, and edges with them. */
export function withoutPoint({ points, edges }: SkeletonBody, index: number): SkeletonBody {
  const moved = (label: number) => (label > index + 1 ? label - 1 : label)
  return {
    points: points.toSpliced(index, 1),
    edges: edges
      .filter((edge) => !edge.includes(index + 1))
      .map(([from, to]): [number, number] => [moved(from), moved(to)]),
  }
}

/** Joins two points, or takes the edge between them away. */
export function withEdgeToggled(skeleton: SkeletonBody, from: number, to: number): SkeletonBody {
  if (from === to) return skeleton
  const others = skeleton.edges.filter((edge) => !(edge.includes(from) && edge.includes(to)))
  const isNew = others.length === skeleton.edges.length
  return { ...skeleton, edges: isNew ? [...others, [from, to]] : others }
}
