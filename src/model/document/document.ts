import type { Dimensions } from '../../geometry/cuboid.ts'
import type { AnnotationType } from '../annotationType.ts'
import type { AttributeValue, AttributeValues } from '../attribute.ts'
import type { Relation } from '../relation.ts'
import type { CuboidPlacement, ViewShape } from './shape.ts'

export const SOURCES = ['manual', 'interpolated', 'propagated', 'pre_annotation', 'machine'] as const
export type ShapeSource = (typeof SOURCES)[number]

/** A record as it was set. The shape is interpolated between two of these and stays after the last. */
export interface ShapeKey<S> {
  kind: 'shape'
  frame: number
  /** `_id` of the delivered record; null until one is made. */
  id: string | null
  /** false: delivered as given although it is not a keyframe; editing a neighbour may replace it. */
  keyFrame: boolean
  source: ShapeSource
  /** Present but completely covered (video). Holds until the next key, like the shape after the last key. */
  hidden: boolean
  /** For a rectangle on a camera: it belongs to the cuboid of the same track and frame. */
  linked: boolean
  /** Propagation placed it where little speaks for it: a person should look. */
  unsure?: true
  shape: S
}

/** Out of view, or ended: absent from this frame to the next shape key. In a view that follows: this frame alone. */
export interface OutKey {
  kind: 'out'
  frame: number
}

export type Key<S> = ShapeKey<S> | OutKey

/** From this frame the attribute has this value, or no value (null). */
export interface AttributeStep {
  frame: number
  value: AttributeValue | null
}

/**
 * Attribute name → steps by ascending frame. They are separate from the shapes, since editing an attribute makes no
 * keyframe.
 */
export type AttributeSteps = ReadonlyMap<string, readonly AttributeStep[]>

/** Shared: most shapes have no steps, and an empty Map takes as much memory as a shape. */
export const NO_STEPS: AttributeSteps = new Map()

/** One shape over the frames. Keys ascend by frame, at most one a frame. */
export interface ShapePath<S> {
  keys: readonly Key<S>[]
  attributes: AttributeSteps
}

export interface CuboidPath extends ShapePath<CuboidPlacement> {
  /** The size in the whole track, except where a key overrides it. */
  dimensions: Dimensions
}

export interface FlatPath extends ShapePath<ViewShape> {
  /**
   * A camera's rectangle is the projection of the track's cuboid unless a key says otherwise: a shape key is a
   * rectangle adjusted by a person, an out key a dismissed one, and nothing is interpolated.
   */
  follows: boolean
}

/** Key of the one view of an image or video job, where others have the camera's sensor_id. */
export const IMAGE_VIEW = ''

/** Key of the view in the common frame of a 3D job: polylines and key points. A track has this or a cuboid, never both. */
export const COMMON_VIEW = ''

/** One object, over frames and sensors. */
export interface Track {
  /** `track_id`; in an image, where an object has one record, its `_id`. */
  id: string
  /** `_id` of a video's track where it was given and is not the track_id. */
  entryId: string | null
  classId: string
  /** Within its class, from 1; absent until the document has given it one. See numbers.ts. */
  number?: number
  /** One pose in the common frame for the whole track. */
  stationary: boolean
  /** Values of the class's attributes that are per object. */
  attributes: AttributeValues
  cuboid: CuboidPath | null
  views: ReadonlyMap<string, FlatPath>
  /** Relations to other tracks, each once; absent: none. */
  relations?: readonly Relation[]
}

export interface LegendEntry {
  id: string
  /** The value in the point cloud; 0 is unlabelled. */
  labelKey: number
  /** null: unlabelled. */
  classId: string | null
  /** Number after `#`; null for a class without instances. */
  instance: number | null
  /** The colour of this entry; null: that of the class. */
  color: string | null
}

/**
 * All annotations of one job. Frames are indexes, never frame_ids; values are never changed in place, so that two
 * documents may share parts. Labels of points (one label_key per point) are separate: see PointLabels.
 */
export interface AnnotatedDocument {
  annotationType: AnnotationType
  frameCount: number
  /** By id, in the order of delivery. */
  tracks: ReadonlyMap<string, Track>
  jobAttributes: AttributeValues
  /** Values by frame; they apply only to their own frame. */
  frameAttributes: ReadonlyMap<number, AttributeValues>
  /** For segmentation; empty for other types. */
  legend: readonly LegendEntry[]
  /**
   * The highest number that an object of each class received: numbers are never reused, even after their object is
   * deleted.
   */
  numbers: ReadonlyMap<string, number>
}

/** One label_key a point, in the file's order. */
export type PointLabels = Uint32Array

export function emptyDocument(annotationType: AnnotationType, frameCount: number): AnnotatedDocument {
  return {
    annotationType,
    frameCount,
    tracks: new Map(),
    jobAttributes: new Map(),
    frameAttributes: new Map(),
    legend: [],
    numbers: new Map(),
  }
}
