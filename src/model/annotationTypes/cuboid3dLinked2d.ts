import type { AnnotationRules } from './annotationRules.ts'

/** Lidar sequences: 3D boxes, each linked to its rectangles on cameras; polylines and key points. */
export const cuboid3dLinked2d: AnnotationRules = {
  geometries: ['cuboid', 'rectangle', 'polyline3d', 'keypoint3d'],
  hasFrames: true,
  shapes: 'cuboid_and_cameras',
  hasLabels: false,
}
