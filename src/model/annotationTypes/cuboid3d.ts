import type { AnnotationRules } from './annotationRules.ts'

/** Lidar sequences: 3D boxes, tracked. */
export const cuboid3d: AnnotationRules = {
  geometries: ['cuboid'],
  hasFrames: true,
  shapes: 'cuboid',
  hasLabels: false,
}
