import type { AnnotationRules } from './annotationRules.ts'

/** Lidar sequences: 3D boxes, polylines and key points, tracked. */
export const cuboid3d: AnnotationRules = {
  geometries: ['cuboid', 'polyline3d', 'keypoint3d'],
  hasFrames: true,
  shapes: 'cuboid',
  hasLabels: false,
}
