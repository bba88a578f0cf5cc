import type { GeometryKind } from '../annotationType.ts'

/** What `data` of a job holds: one image, images in order, frames of sensors, or one point cloud. */
export type JobDataForm = 'image' | 'video' | 'frames' | 'cloud'

/**
 * What the result document of a job holds: records of one image, tracks over images, boxes and other shapes in common
 * coordinates, or labels of points. Its reader and writer and the formats of exports and imports depend on it.
 */
export type ResultForm = 'image' | 'video' | 'boxes' | 'points'

/** The differences between annotation types: the rest of the program uses these rules instead of comparing names. */
export interface AnnotationRules {
  /** `cuboid` is the 2D one of eight points in images, the 3D box elsewhere. */
  geometries: readonly GeometryKind[]
  /** A sequence of frames with tracks over them, rather than one image or one point cloud. */
  hasFrames: boolean
  /** Where a track's shapes are: in the job's own images, in common 3D coordinates, there and on cameras, or nowhere. */
  shapes: 'image' | 'cuboid' | 'cuboid_and_cameras' | 'none'
  /** Points have labels, and a legend names them. */
  hasLabels: boolean
  data: JobDataForm
  result: ResultForm
  /** The editor of the workbench. */
  editor: 'image' | 'video' | 'cuboids' | 'points'
}
