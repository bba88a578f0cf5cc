import type { AnnotationRules } from './annotationRules.ts'

/** One point cloud, a label for each point. */
export const segmentation3d: AnnotationRules = {
  geometries: [],
  hasFrames: false,
  shapes: 'none',
  hasLabels: true,
}
