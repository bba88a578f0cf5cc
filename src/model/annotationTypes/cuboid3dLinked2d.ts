import type { AnnotationRules } from './annotationRules.ts'

/** Lidar sequences: 3D boxes, each linked to its rectangles on cameras. */
export const cuboid3dLinked2d: AnnotationRules = {
  geometries: ['cuboid', 'rectangle'],
  hasFrames: true,
  shapes: 'cuboid_and_cameras',
  hasLabels: false,
}
