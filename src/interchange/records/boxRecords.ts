import type { ResultOf } from '../../formats/results/resultForm.ts'
import type { Dimensions } from '../../geometry/cuboid.ts'
import type { Pose } from '../../geometry/pose.ts'
import type { SpaceGeometryKind } from '../../model/annotationType.ts'
import type { SpacePoint } from '../../model/document/shape.ts'
import type { WireAttributes } from './flatRecords.ts'

export type BoxDocument = ResultOf<'boxes'>

/** Edges of the image are 0 and 1. */
export interface UnitRectangle {
  left: number
  top: number
  right: number
  bottom: number
}

interface RecordHead {
  id: string
  trackId: string
  frameId: string
  sensorId: string
  label: string
  source: string
  keyFrame: boolean
  attributes: WireAttributes
  /** How far several annotators agree with it; null: one made it. */
  agreement: number | null
}

export interface ResultCuboid extends RecordHead {
  type: 'cuboid'
  /** commonFromBox: x forward along the length, y left, z up; the origin is the box's centre. */
  commonFromBox: Pose
  dimensions: Dimensions
  pointCount: number
}

export interface ResultRectangle extends RecordHead {
  type: 'rectangle'
  /** The `id` of the cuboid of that frame; null: only the camera sees it. */
  linkedId: string | null
  rectangle: UnitRectangle
  /** Bounds of the projected cuboid; null if it is outside the image. */
  projected: UnitRectangle | null
}

/** A polyline or key points in the common frame. */
export interface ResultSpace extends RecordHead {
  type: SpaceGeometryKind
  points: readonly SpacePoint[]
}

export interface BoxTrack {
  trackId: string
  label: string
  stationary: boolean
  attributes: WireAttributes
}

export type BoxRecord = ResultCuboid | ResultSpace | ResultRectangle

export function boxTracks({ data }: BoxDocument): Map<string, BoxTrack> {
  return new Map(
    data.annotation_data.tracks.map(({ track_id: trackId, label, stationary, attributes }) => [
      trackId,
      { trackId, label, stationary, attributes },
    ]),
  )
}

/** Records in the order of the document: frame by frame, track by track, the cuboid before its rectangles. */
export function* boxRecords({ data }: BoxDocument): Generator<BoxRecord> {
  for (const record of data.annotation_data.annotations) {
    const head = {
      id: record._id,
      trackId: record.track_id,
      frameId: record.frame_id,
      sensorId: record.sensor_id,
      label: record.label,
      source: record.source,
      keyFrame: record.key_frame,
      attributes: record.attributes,
      agreement: record.agreement ?? null,
    }
    if (record.type === 'cuboid') {
      const { position, heading, dimensions, point_count: pointCount } = record
      yield { ...head, type: 'cuboid', commonFromBox: { position, heading }, dimensions, pointCount }
    } else if (record.type !== 'rectangle') {
      yield { ...head, type: record.type, points: record.points }
    } else {
      const { linked_id: linkedId, coordinates, projected_coordinates: projected } = record
      yield {
        ...head,
        type: 'rectangle',
        linkedId,
        rectangle: boundsOf(coordinates),
        projected: projected ? boundsOf(projected) : null,
      }
    }
  }
}

/** Corners as delivered: top-left, top-right, bottom-right, bottom-left. */
const boundsOf = (corners: readonly { x: number; y: number }[]): UnitRectangle => ({
  left: corners[0].x,
  top: corners[0].y,
  right: corners[2].x,
  bottom: corners[2].y,
})
