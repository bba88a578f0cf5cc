/** What a tag requests; it is also the `type` of the result document. */
export const ANNOTATION_TYPES = ['image2d', 'video2d', 'cuboid3d', 'cuboid3d_linked2d', 'segmentation3d'] as const
export type AnnotationType = (typeof ANNOTATION_TYPES)[number]

/** Shapes in images. */
export const FLAT_GEOMETRY_KINDS = [
  'rectangle',
  'rotated_rectangle',
  'polygon',
  'line',
  'landmark',
  'ellipse',
  'mask',
  'cuboid',
] as const
export type FlatGeometryKind = (typeof FLAT_GEOMETRY_KINDS)[number]

/** Shapes made of points in the common frame of a 3D job, in addition to boxes. */
export const SPACE_GEOMETRY_KINDS = ['polyline3d', 'keypoint3d'] as const
export type SpaceGeometryKind = (typeof SPACE_GEOMETRY_KINDS)[number]

export const GEOMETRY_KINDS = [...FLAT_GEOMETRY_KINDS, ...SPACE_GEOMETRY_KINDS] as const
export type GeometryKind = (typeof GEOMETRY_KINDS)[number]

export const isAnnotationType = (value: unknown): value is AnnotationType =>
  ANNOTATION_TYPES.some((type) => type === value)
