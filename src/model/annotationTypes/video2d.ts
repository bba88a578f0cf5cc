import { GEOMETRY_KINDS } from '../annotationType.ts'
import type { AnnotationRules } from './annotationRules.ts'

/** Images in order, objects tracked over them. */
export const video2d: AnnotationRules = {
  geometries: GEOMETRY_KINDS,
  hasFrames: true,
  shapes: 'image',
  hasLabels: false,
}
