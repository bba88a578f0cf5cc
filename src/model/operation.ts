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

/** Geometries that each operation knows. `cuboid` is the 2D one of eight points in images, the 3D box elsewhere. */
export const GEOMETRIES_OF: Readonly<Record<Operation, readonly GeometryKind[]>> = {
  image2d: GEOMETRY_KINDS,
  video2d: GEOMETRY_KINDS,
  cuboid3d: ['cuboid'],
  cuboid3d_linked2d: ['cuboid', 'rectangle'],
  segmentation3d: [],
}

/** Whether a job is a sequence of frames, with tracks over them, rather than one image or one point cloud. */
export const hasFrames = (operation: Operation): boolean => operation !== 'image2d' && operation !== 'segmentation3d'

export const isOperation = (value: unknown): value is Operation => OPERATIONS.includes(value as Operation)
