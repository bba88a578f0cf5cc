import type { Cuboid } from '../../geometry/cuboid.ts'
import { yawOf } from '../../geometry/quaternion.ts'
import type { AnnotatedDocument } from '../document/document.ts'
import { recordsAt } from '../document/records.ts'
import type { ImagePoint, Rectangle } from '../document/shape.ts'
import type { Finding } from './finding.ts'

/** Intersection over union from which two rectangles of a class are the same, or suspiciously close. */
const SAME_RECTANGLE = 0.95
const CLOSE_RECTANGLES = 0.8
/** Solid things do not stand in each other: share of the smaller cuboid that is inside the other. */
const SAME_CUBOID = 0.8
const SHARED_CUBOID = 0.3

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
  bottom: number
  top: number
  volume: number
}

/** Pairs that are probably one object made twice, or overlap; each pair once, at its first frame. */
export function checkOverlaps(document: AnnotatedDocument): Finding[] {
  const findings: Finding[] = []
  const reported = new Set<string>()
  for (let frame = 0; frame < document.frameCount; frame++) {
    for (const [sensorId, placed] of placedAt(document, frame)) {
      placed.sort((a, b) => a.from - b.from)
      for (let i = 0; i < placed.length; i++) {
        for (let j = i + 1; j < placed.length && placed[j].from < placed[i].to; j++) {
          const code = overlapCode(placed[i], placed[j])
          const [trackId, otherTrackId] = [placed[i].trackId, placed[j].trackId].sort()
          const key = JSON.stringify([trackId, otherTrackId, sensorId])
          if (!code || reported.has(key)) continue
          reported.add(key)
          const where = { trackId, otherTrackId, frame, ...(sensorId !== null && { sensorId }) }
          findings.push({ severity: 'warning', code, where, message: MESSAGES[code] })
        }
      }
    }
  }
  return findings
}

const MESSAGES = {
  DUPLICATE: 'two objects of one class are at the same place',
  OVERLAP: 'two objects overlap heavily',
}

function placedAt(document: AnnotatedDocument, frame: number): Map<string | null, Placed[]> {
  const views = new Map<string | null, Placed[]>()
  for (const track of document.tracks.values()) {
    const { id: trackId, classId } = track
    for (const record of recordsAt(track, frame)) {
      // Boxes that follow a cuboid are its projection: they overlap as it does.
      if (record.kind === 'following') continue
      const shape = record.kind === 'cuboid' ? footprintOf(record.cuboid) : record.shape
      if (shape.type !== 'rectangle' && shape.type !== 'footprint') continue
      const xs = shape.type === 'rectangle' ? [shape.left, shape.right] : shape.corners.map((corner) => corner.x)
      const placed = { trackId, classId, from: Math.min(...xs), to: Math.max(...xs), shape }
      const view = views.get(record.sensorId)
      if (view) view.push(placed)
      else views.set(record.sensorId, [placed])
    }
  }
  return views
}

function overlapCode(a: Placed, b: Placed): 'DUPLICATE' | 'OVERLAP' | null {
  const isOneClass = a.classId === b.classId
  if (a.shape.type === 'rectangle' && b.shape.type === 'rectangle') {
    const ratio = rectangleIou(a.shape, b.shape)
    if (!isOneClass || ratio < CLOSE_RECTANGLES) return null
    return ratio >= SAME_RECTANGLE ? 'DUPLICATE' : 'OVERLAP'
  }
  if (a.shape.type !== 'footprint' || b.shape.type !== 'footprint') return null
  const share = sharedVolume(a.shape, b.shape) / Math.min(a.shape.volume, b.shape.volume)
  if (share < SHARED_CUBOID) return null
  return isOneClass && share >= SAME_CUBOID ? 'DUPLICATE' : 'OVERLAP'
}

export function rectangleIou(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return 0
  const area = ({ left, top, right, bottom }: Rectangle) => (right - left) * (bottom - top)
  return (width * height) / (area(a) + area(b) - width * height)
}

/** Seen from above, counter-clockwise. Pitch and roll are taken as none: this only has to find suspects. */
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
  return { type: 'footprint', corners, bottom: position.z - half, top: position.z + half, volume }
}

function sharedVolume(a: Footprint, b: Footprint): number {
  const height = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom)
  return height <= 0 ? 0 : height * polygonArea(clip(a.corners, b.corners))
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
