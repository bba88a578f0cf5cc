import type { Cuboid } from '../../geometry/cuboid.ts'
import { yawOf } from '../../geometry/quaternion.ts'
import type { ImagePoint, Rectangle } from '../document/shape.ts'
import type { UnratedFinding } from './finding.ts'
import type { TrackRecords } from './trackRecords.ts'

/** Intersection over union from which two objects of a class overlap. */
const OVERLAPS = 0.3
/** The same from which two rectangles of a class are one object, made twice. */
const SAME_RECTANGLE = 0.95
/** For cuboids: the share of the smaller one that is inside the other. */
const SAME_CUBOID = 0.8

/** n objects at one place are n² / 2 pairs: the comparison stops after this many. */
const MAX_COMPARISONS = 20_000_000
const MAX_PAIRS = 10_000

interface Placed {
  trackId: string
  classId: string
  /** Extent along the axis that is swept. */
  from: number
  to: number
  shape: Rectangle | Footprint
}

interface Footprint {
  type: 'footprint'
  corners: readonly ImagePoint[]
  /** Extent along y. */
  right: number
  left: number
  bottom: number
  top: number
  volume: number
}

/**
 * Pairs of one class that overlap, or are probably the same object made twice; each pair once, with all its frames. At
 * most MAX_PAIRS, since more pairs help no reader.
 */
export function checkOverlaps(all: readonly TrackRecords[]): UnratedFinding[] {
  const pairs = new Map<string, Pair>()
  let comparisons = 0
  for (const [frame, views] of placedByFrame(all)) {
    for (const [sensorId, placed] of views) {
      placed.sort((a, b) => a.from - b.from)
      for (let i = 0; i < placed.length; i++) {
        for (let j = i + 1; j < placed.length && placed[j].from < placed[i].to; j++) {
          if (++comparisons > MAX_COMPARISONS) return findingsOf(pairs)
          for (const code of overlapCodes(placed[i], placed[j])) {
            const [trackId, otherTrackId] = [placed[i].trackId, placed[j].trackId].sort()
            const key = JSON.stringify([code, trackId, otherTrackId])
            const pair = pairs.get(key)
            if (!pair && pairs.size === MAX_PAIRS) return findingsOf(pairs)
            if (!pair) pairs.set(key, { code, trackId, otherTrackId, sensorId, frames: [frame] })
            else if (pair.frames.at(-1) !== frame) pair.frames.push(frame)
          }
        }
      }
    }
  }
  return findingsOf(pairs)
}

function findingsOf(pairs: ReadonlyMap<string, Pair>): UnratedFinding[] {
  return Array.from(pairs.values(), ({ code, trackId, otherTrackId, sensorId, frames }) => ({
    code,
    where: { trackId, otherTrackId, frame: frames[0], ...(sensorId !== null && { sensorId }) },
    frames,
    message: MESSAGES[code],
  }))
}

interface Pair {
  code: keyof typeof MESSAGES
  trackId: string
  otherTrackId: string
  /** The sensor of their first overlap. */
  sensorId: string | null
  frames: number[]
}

const MESSAGES = {
  DUPLICATE: 'two objects of one class are at the same place',
  OVERLAP: 'two objects of one class overlap',
}

type PlacedByView = Map<string | null, Placed[]>

/** By ascending frame. */
function placedByFrame(all: readonly TrackRecords[]): [frame: number, views: PlacedByView][] {
  const frames = new Map<number, PlacedByView>()
  for (const { track, cuboids, views } of all) {
    for (const record of [...cuboids, ...[...views.values()].flat()]) {
      const shape = record.kind === 'cuboid' ? footprintOf(record.cuboid) : record.shape
      if (shape.type !== 'rectangle' && shape.type !== 'footprint') continue
      const xs = shape.type === 'rectangle' ? [shape.left, shape.right] : shape.corners.map((corner) => corner.x)
      const placed = { trackId: track.id, classId: track.classId, from: Math.min(...xs), to: Math.max(...xs), shape }
      const ofFrame = frames.get(record.frame) ?? new Map<string | null, Placed[]>()
      frames.set(record.frame, ofFrame)
      const view = ofFrame.get(record.sensorId)
      if (view) view.push(placed)
      else ofFrame.set(record.sensorId, [placed])
    }
  }
  return [...frames].sort(([a], [b]) => a - b)
}

function overlapCodes(a: Placed, b: Placed): (keyof typeof MESSAGES)[] {
  if (a.classId !== b.classId) return []
  if (a.shape.type === 'rectangle' && b.shape.type === 'rectangle') {
    const iou = rectangleIou(a.shape, b.shape)
    return codesOf(iou, iou >= SAME_RECTANGLE)
  }
  if (a.shape.type !== 'footprint' || b.shape.type !== 'footprint') return []
  const shared = sharedVolume(a.shape, b.shape)
  const isSame = shared / Math.min(a.shape.volume, b.shape.volume) >= SAME_CUBOID
  return codesOf(shared / (a.shape.volume + b.shape.volume - shared), isSame)
}

const codesOf = (iou: number, isSame: boolean): (keyof typeof MESSAGES)[] => [
  ...(isSame ? (['DUPLICATE'] as const) : []),
  ...(iou > OVERLAPS ? (['OVERLAP'] as const) : []),
]

export function rectangleIou(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return 0
  const area = ({ left, top, right, bottom }: Rectangle) => (right - left) * (bottom - top)
  return (width * height) / (area(a) + area(b) - width * height)
}

/** The outline from above, counter-clockwise. It ignores pitch and roll: this only finds suspects. */
function footprintOf({ position, heading, dimensions }: Cuboid): Footprint {
  const yaw = yawOf(heading)
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  const [l, w] = [dimensions.length / 2, dimensions.width / 2]
  const corners = [
    [l, w],
    [-l, w],
    [-l, -w],
    [l, -w],
  ].map(([x, y]) => ({ x: position.x + x * cos - y * sin, y: position.y + x * sin + y * cos }))
  const volume = dimensions.length * dimensions.width * dimensions.height
  const half = dimensions.height / 2
  const ys = corners.map(({ y }) => y)
  const [right, left] = [Math.min(...ys), Math.max(...ys)]
  return { type: 'footprint', corners, right, left, bottom: position.z - half, top: position.z + half, volume }
}

function sharedVolume(a: Footprint, b: Footprint): number {
  const height = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom)
  if (height <= 0 || a.left <= b.right || b.left <= a.right) return 0
  return height * polygonArea(clip(a.corners, b.corners))
}

/** The part of a convex polygon inside another, both counter-clockwise (Sutherland and Hodgman 1974). */
function clip(subject: readonly ImagePoint[], clipper: readonly ImagePoint[]): readonly ImagePoint[] {
  let inside = subject
  for (let i = 0; i < clipper.length; i++) {
    const [a, b] = [clipper[i], clipper[(i + 1) % clipper.length]]
    const side = (p: ImagePoint) => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    const kept: ImagePoint[] = []
    for (let k = 0; k < inside.length; k++) {
      const [from, to] = [inside[k], inside[(k + 1) % inside.length]]
      const [fromSide, toSide] = [side(from), side(to)]
      if (fromSide >= 0) kept.push(from)
      if (fromSide >= 0 === toSide >= 0) continue
      const t = fromSide / (fromSide - toSide)
      kept.push({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t })
    }
    inside = kept
  }
  return inside
}

function polygonArea(points: readonly ImagePoint[]): number {
  if (points.length < 3) return 0
  // Relative to one corner: positions may be a hundred thousand kilometres from the origin.
  const [origin] = points
  let twice = 0
  for (let i = 1; i + 1 < points.length; i++) {
    const [p, q] = [points[i], points[i + 1]]
    twice += (p.x - origin.x) * (q.y - origin.y) - (q.x - origin.x) * (p.y - origin.y)
  }
  return Math.abs(twice) / 2
}
