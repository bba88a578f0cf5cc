import type { AnnotatedDocument, Track } from '../document/document.ts'
import type { Projected, RecordBounds } from '../document/records.ts'
import type { UnratedFinding } from './finding.ts'
import { findingAt, type TrackRecords, trackRecords } from './trackRecords.ts'

/** An adjusted box contains what is visible of its cuboid: at least this share of it is inside the projection. */
const LEAST_SHARE = 0.5

/** A box on a camera. */
export interface CameraBoxPlace {
  frame: number
  sensorId: string
}

/** Boxes on cameras that were adjusted, and whose cuboid has been moved since. */
export function checkCameraBoxes(records: TrackRecords, projected: Projected): UnratedFinding[] {
  const stale = staleBoxes(records, projected)
  if (stale.length === 0) return []
  const sensors = new Set(stale.map(({ sensorId }) => sensorId))
  const message = 'the box on the camera is not where its cuboid is'
  const frames = [...new Set(stale.map(({ frame }) => frame))].sort((a, b) => a - b)
  const sensorId = sensors.size === 1 ? stale[0].sensorId : undefined
  return [{ code: 'CAMERA_BOX_STALE', ...findingAt(records.track, frames, sensorId), message }]
}

/** Those of one track. */
export function staleCameraBoxes(
  document: Pick<AnnotatedDocument, 'frameCount'>,
  track: Track,
  projected: Projected,
): CameraBoxPlace[] {
  const isAdjusted = [...track.views.values()].some(({ follows, keys }) => follows && keys.length > 0)
  return isAdjusted ? staleBoxes(trackRecords(document, track), projected) : []
}

function staleBoxes({ track, cuboids, views }: TrackRecords, projected: Projected): CameraBoxPlace[] {
  if (cuboids.length === 0 || views.size === 0) return []
  const cuboidAt = new Map(cuboids.map(({ frame, cuboid }) => [frame, cuboid]))
  const stale: CameraBoxPlace[] = []
  for (const [sensorId, records] of views) {
    for (const { frame, link, shape } of records) {
      const cuboid = cuboidAt.get(frame)
      if (!link || !cuboid || shape.type !== 'rectangle') continue
      const bounds = projected(track.id, sensorId, frame, cuboid)
      if (!bounds || shareWithin(shape, bounds) < LEAST_SHARE) stale.push({ frame, sensorId })
    }
  }
  return stale
}

/** The share of a box that is within the other. */
function shareWithin(box: RecordBounds, other: RecordBounds): number {
  const width = Math.min(box.right, other.right) - Math.max(box.left, other.left)
  const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
  const area = (box.right - box.left) * (box.bottom - box.top)
  return width <= 0 || height <= 0 || area <= 0 ? 0 : (width * height) / area
}
