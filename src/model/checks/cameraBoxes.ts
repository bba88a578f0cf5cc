import type { Projected, RecordBounds } from '../document/records.ts'
import type { UnratedFinding } from './finding.ts'
import { findingAt, type TrackRecords } from './trackRecords.ts'

/** An adjusted box contains what is visible of its cuboid: at least this share of it is inside the projection. */
const LEAST_SHARE = 0.5

/** Boxes on cameras that were adjusted, and whose cuboid has been moved since. */
export function checkCameraBoxes({ track, cuboids, views }: TrackRecords, projected: Projected): UnratedFinding[] {
  if (cuboids.length === 0 || views.size === 0) return []
  const cuboidAt = new Map(cuboids.map(({ frame, cuboid }) => [frame, cuboid]))
  const frames = new Set<number>()
  const sensors = new Set<string>()
  for (const [sensorId, records] of views) {
    for (const { frame, link, shape } of records) {
      const cuboid = cuboidAt.get(frame)
      if (!link || !cuboid || shape.type !== 'rectangle') continue
      const bounds = projected(track.id, sensorId, frame, cuboid)
      if (bounds && shareWithin(shape, bounds) >= LEAST_SHARE) continue
      frames.add(frame)
      sensors.add(sensorId)
    }
  }
  if (frames.size === 0) return []
  const [sensorId] = sensors
  const message = 'the box on the camera is not where its cuboid is'
  const sorted = [...frames].sort((a, b) => a - b)
  return [{ code: 'CAMERA_BOX_STALE', ...findingAt(track, sorted, sensors.size === 1 ? sensorId : undefined), message }]
}

/** The share of a box that is within the other. */
function shareWithin(box: RecordBounds, other: RecordBounds): number {
  const width = Math.min(box.right, other.right) - Math.max(box.left, other.left)
  const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
  const area = (box.right - box.left) * (box.bottom - box.top)
  return width <= 0 || height <= 0 || area <= 0 ? 0 : (width * height) / area
}
