import type { Heading, PoseBody, Position } from './jobs.ts'
import type { Timestamp } from './words.ts'

// Within version 1.x, documents only gain keys: ignore unknown ones.

/** Parts of the image's width and height, origin top left. */
export interface ImagePoint {
  x: number
  y: number
}

export type AttributeValue = string | number | boolean | string[]
export type Attributes = Record<string, { value: AttributeValue }>
export type Source = string

export interface Path {
  points: Record<string, ImagePoint>
  edges: Record<string, [string, string]>
}

export type ImageGeometry =
  | { type: 'rectangle'; coordinates: ImagePoint[] }
  | {
      type: 'rotated_rectangle'
      center: ImagePoint
      /** Pixels. */
      size: { width: number; height: number }
      /** Radians. */
      rotation: number
      coordinates: ImagePoint[]
    }
  | { type: 'ellipse'; center: ImagePoint; radii: { x: number; y: number }; rotation: number }
  | ({ type: 'polygon' } & Path)
  | ({ type: 'line' } & Path)
  | ({ type: 'cuboid' } & Path)
  | { type: 'landmark'; points: Record<string, ImagePoint & { label: number; visible: boolean }> }
  | { type: 'mask'; size: [height: number, width: number]; counts: number[] }

interface OfClass {
  label: string
  class_id: string
}

interface Numbered {
  /** The number of the object within its class, from 1. It never changes; results of earlier versions have none. */
  number?: number
}

/** The target object: the `_id` of an image's record, otherwise a `track_id`. */
export interface ResultRelation {
  name: string
  to: string
}

interface Related {
  /** Present if the tag declares relations. */
  relations?: ResultRelation[]
}

export type ImageAnnotation = ImageGeometry &
  OfClass &
  Numbered &
  Related & { _id: string; attributes: Attributes; source: Source }
type ImageAnnotationOf<T extends ImageGeometry['type']> = Extract<ImageAnnotation, { type: T }>

export interface ImageResultData {
  image_url: string
  image: { width: number; height: number; exif_orientation: number; timestamp?: Timestamp }
  image_attributes?: Attributes
  annotations: {
    rectangles: ImageAnnotationOf<'rectangle'>[]
    polygons: ImageAnnotationOf<'polygon'>[]
    lines: ImageAnnotationOf<'line'>[]
    cuboids: ImageAnnotationOf<'cuboid'>[]
    landmarks: ImageAnnotationOf<'landmark'>[]
    rotated_rectangles?: ImageAnnotationOf<'rotated_rectangle'>[]
    ellipses?: ImageAnnotationOf<'ellipse'>[]
    masks?: ImageAnnotationOf<'mask'>[]
  }
}

interface TagAttributes {
  job_attributes?: Attributes
  /** By frame_id. */
  frame_attributes?: Record<string, Attributes>
}

export type VideoFrameAnnotation = ImageGeometry & {
  _id: string
  label: string
  key_frame: boolean
  source: Source
  /** Present but completely covered. */
  hidden: boolean
  attributes: Attributes
}

export interface VideoTrack extends OfClass, Numbered, Related {
  _id: string
  track_id: string
  type: ImageGeometry['type']
  attributes: Attributes
  /** By frame_id. */
  frames: Record<string, VideoFrameAnnotation>
}

export interface VideoResultData extends TagAttributes {
  annotation_data: { annotations: VideoTrack[] }
  video_data: { frames: { frame_id: string; src: string; width: number; height: number; timestamp?: Timestamp }[] }
}

export interface Track extends OfClass, Numbered, Related {
  track_id: string
  color: string
  /** One pose in the common frame for the whole track. */
  stationary: boolean
  attributes: Attributes
  first_frame_id: string
  last_frame_id: string
}

interface BoxRecord extends OfClass {
  _id: string
  track_id: string
  frame_id: string
  sensor_id: string
  color: string
  key_frame: boolean
  source: Source
  attributes: Attributes
}

/** Metres in the common frame; position is the centre, length along x, width along y, height along z. */
export interface CuboidRecord extends BoxRecord {
  type: 'cuboid'
  position: Position
  heading: Heading
  dimensions: { length: number; width: number; height: number }
  point_count: number
}

export interface SpacePoint extends Position {
  name?: string
  visible?: boolean
}

/** A line, or key points, in the common frame. */
export interface SpaceRecord extends BoxRecord {
  type: 'polyline3d' | 'keypoint3d'
  points: SpacePoint[]
}

export interface LinkedRectangleRecord extends BoxRecord {
  type: 'rectangle'
  /** `_id` of the cuboid of that frame; null when only the camera sees the object. */
  linked_id: string | null
  coordinates: ImagePoint[]
  projected_coordinates?: ImagePoint[] | null
}

interface BoxResultData<R> extends TagAttributes {
  coordinate_system: {
    frame: 'common'
    reference: 'world' | 'vehicle'
    point_cloud_frame?: 'sensor' | 'common'
    /** Present if there are boxes on cameras. */
    image?: { sizes?: Record<string, { width: number; height: number }> }
  }
  annotation_data: { tracks: Track[]; annotations: R[] }
  sensor_data: { frames: { frame_id: string; ego_pose?: PoseBody | Record<string, never> | null }[] }
}

export interface LegendEntry {
  id: string
  /** Class name; `Class#n` for instances. */
  text: string
  value: string
  label_key: number
  color: string
  class_id: string
  point_count: number
}

export interface SegmentationResultData extends TagAttributes {
  /** A PCD with the fields x y z label_key, the same points in the same order. */
  url: string
  point_count: number
  legend: LegendEntry[]
}

interface DocumentOf<T extends string, D> {
  type: T
  schema_version: string
  job_id: string
  reference_id: string
  tag: string
  result_version: number
  data: D
}

/** A result document; `type` is the annotation type. */
export type ResultDocument =
  | DocumentOf<'image2d', ImageResultData>
  | DocumentOf<'video2d', VideoResultData>
  | DocumentOf<'cuboid3d', BoxResultData<CuboidRecord | SpaceRecord>>
  | DocumentOf<'cuboid3d_linked2d', BoxResultData<CuboidRecord | SpaceRecord | LinkedRectangleRecord>>
  | DocumentOf<'segmentation3d', SegmentationResultData>
