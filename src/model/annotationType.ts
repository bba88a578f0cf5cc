/** What a tag asks for; at the same time the `type` of the result document. */
export const ANNOTATION_TYPES = ['image2d', 'video2d', 'cuboid3d', 'cuboid3d_linked2d', 'segmentation3d'] as const
export type AnnotationType = (typeof ANNOTATION_TYPES)[number]

export const GEOMETRY_KINDS = [
  'rectangle',
  'rotated_rectangle',
  'polygon',
  'line',
  'landmark',
  'ellipse',
  'mask',
  'cuboid',
] as const
export type GeometryKind = (typeof GEOMETRY_KINDS)[number]

export const isAnnotationType = (value: unknown): value is AnnotationType =>
  ANNOTATION_TYPES.some((type) => type === value)
