import { FLAT_GEOMETRY_KINDS } from '../annotationType.ts'
import type { AnnotationRules } from './annotationRules.ts'

/** Images in order, objects tracked over them. */
export const video2d: AnnotationRules = {
  geometries: FLAT_GEOMETRY_KINDS,
  hasFrames: true,
  shapes: 'image',
  hasLabels: false,
}
