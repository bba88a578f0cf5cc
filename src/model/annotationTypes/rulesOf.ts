import { type AnnotationType, FLAT_GEOMETRY_KINDS } from '../annotationType.ts'
import type { AnnotationRules } from './annotationRules.ts'

/** Images in order, objects tracked over them. */
const video2d: AnnotationRules = {
  geometries: FLAT_GEOMETRY_KINDS,
  hasFrames: true,
  shapes: 'image',
  hasLabels: false,
}

/** One image: an object is one record. */
const image2d: AnnotationRules = {
  geometries: FLAT_GEOMETRY_KINDS,
  hasFrames: false,
  shapes: 'image',
  hasLabels: false,
}

/** One point cloud, a label for each point. */
const segmentation3d: AnnotationRules = {
  geometries: [],
  hasFrames: false,
  shapes: 'none',
  hasLabels: true,
}

/** Lidar sequences: 3D boxes, each linked to its rectangles on cameras; polylines and key points. */
const cuboid3dLinked2d: AnnotationRules = {
  geometries: ['cuboid', 'rectangle', 'polyline3d', 'keypoint3d'],
  hasFrames: true,
  shapes: 'cuboid_and_cameras',
  hasLabels: false,
}

/** Lidar sequences: 3D boxes, polylines and key points, tracked. */
const cuboid3d: AnnotationRules = {
  geometries: ['cuboid', 'polyline3d', 'keypoint3d'],
  hasFrames: true,
  shapes: 'cuboid',
  hasLabels: false,
}

const RULES: Readonly<Record<AnnotationType, AnnotationRules>> = {
  image2d,
  video2d,
  cuboid3d,
  cuboid3d_linked2d: cuboid3dLinked2d,
  segmentation3d,
}

export const rulesOf = (annotationType: AnnotationType): AnnotationRules => RULES[annotationType]

/** Whether an object is one record, whose `_id` is the object's. */
export const isOneRecord = (annotationType: AnnotationType): boolean =>
  RULES[annotationType].shapes === 'image' && !RULES[annotationType].hasFrames

/** Whether objects have rectangles on cameras in addition to their cuboids. */
export const hasCameraBoxes = (annotationType: AnnotationType): boolean =>
  RULES[annotationType].shapes === 'cuboid_and_cameras'
