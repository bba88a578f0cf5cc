import { FLAT_GEOMETRY_KINDS } from '../annotationType.ts'
import type { AnnotationRules } from './annotationRules.ts'

/** One image: an object is one record. */
export const image2d: AnnotationRules = {
  geometries: FLAT_GEOMETRY_KINDS,
  hasFrames: false,
  shapes: 'image',
  hasLabels: false,
}
