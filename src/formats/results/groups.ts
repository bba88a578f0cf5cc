import type { FlatGeometryKind } from '../../model/annotationType.ts'

/** Groups of an image's annotations in the order of delivery. The first five are always there. */
export const IMAGE_GROUPS: readonly { name: string; kind: FlatGeometryKind; always: boolean }[] = [
  { name: 'rectangles', kind: 'rectangle', always: true },
  { name: 'polygons', kind: 'polygon', always: true },
  { name: 'lines', kind: 'line', always: true },
  { name: 'cuboids', kind: 'cuboid', always: true },
  { name: 'landmarks', kind: 'landmark', always: true },
  { name: 'rotated_rectangles', kind: 'rotated_rectangle', always: false },
  { name: 'ellipses', kind: 'ellipse', always: false },
  { name: 'masks', kind: 'mask', always: false },
]
