import { ANNOTATION_TYPES, type AnnotationType, FLAT_GEOMETRY_KINDS } from '../annotationType.ts'
import type { AnnotationRules, ResultForm } from './annotationRules.ts'

const RULES = {
  /** One image: an object is one record. */
  image2d: {
    geometries: FLAT_GEOMETRY_KINDS,
    hasFrames: false,
    shapes: 'image',
    hasLabels: false,
    data: 'image',
    result: 'image',
    editor: 'image',
  },
  /** Images in order, objects tracked over them. */
  video2d: {
    geometries: FLAT_GEOMETRY_KINDS,
    hasFrames: true,
    shapes: 'image',
    hasLabels: false,
    data: 'video',
    result: 'video',
    editor: 'video',
  },
  /** Lidar sequences: 3D boxes, polylines and key points, tracked. */
  cuboid3d: {
    geometries: ['cuboid', 'polyline3d', 'keypoint3d'],
    hasFrames: true,
    shapes: 'cuboid',
    hasLabels: false,
    data: 'frames',
    result: 'boxes',
    editor: 'cuboids',
  },
  /** Lidar sequences: 3D boxes, each linked to its rectangles on cameras; polylines and key points. */
  cuboid3d_linked2d: {
    geometries: ['cuboid', 'rectangle', 'polyline3d', 'keypoint3d'],
    hasFrames: true,
    shapes: 'cuboid_and_cameras',
    hasLabels: false,
    data: 'frames',
    result: 'boxes',
    editor: 'cuboids',
  },
  /** One point cloud, a label for each point. */
  segmentation3d: {
    geometries: [],
    hasFrames: false,
    shapes: 'none',
    hasLabels: true,
    data: 'cloud',
    result: 'points',
    editor: 'points',
  },
} as const satisfies Readonly<Record<AnnotationType, AnnotationRules>>

export const rulesOf = (annotationType: AnnotationType): AnnotationRules => RULES[annotationType]

/** The annotation types whose results have one of these forms. */
export type TypeWithResult<F extends ResultForm> = {
  [T in AnnotationType]: (typeof RULES)[T]['result'] extends F ? T : never
}[AnnotationType]

export const typesWithResult = (...forms: readonly ResultForm[]): readonly AnnotationType[] =>
  ANNOTATION_TYPES.filter((type) => forms.includes(RULES[type].result))

/** Whether jobs have only images, without a cloud. */
export const isFlat = (annotationType: AnnotationType): boolean => RULES[annotationType].shapes === 'image'

/** Whether an object is one record, whose `_id` is the object's. */
export const isOneRecord = (annotationType: AnnotationType): boolean => RULES[annotationType].result === 'image'

/** Whether objects have rectangles on cameras in addition to their cuboids. */
export const hasCameraBoxes = (annotationType: AnnotationType): boolean =>
  RULES[annotationType].shapes === 'cuboid_and_cameras'
