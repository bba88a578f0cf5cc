/** What a tag asks for; at the same time the `type` of the result document. */
export const OPERATIONS = ['image2d', 'video2d', 'cuboid3d', 'cuboid3d_linked2d', 'segmentation3d'] as const
export type Operation = (typeof OPERATIONS)[number]

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

export const isOperation = (value: unknown): value is Operation => OPERATIONS.includes(value as Operation)
