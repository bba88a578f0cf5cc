import type { AnnotationType } from '../annotationType.ts'
import type { AnnotationRules } from './annotationRules.ts'
import { cuboid3d } from './cuboid3d.ts'
import { cuboid3dLinked2d } from './cuboid3dLinked2d.ts'
import { image2d } from './image2d.ts'
import { segmentation3d } from './segmentation3d.ts'
import { video2d } from './video2d.ts'

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
