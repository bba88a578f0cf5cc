import { CURVE_LOSSES, DROPPED_CURVE_LOSSES } from '../shapes/shapeLosses.ts'

export const COCO_LOSSES: readonly string[] = [
  'attribute_dropped',
  'line_dropped',
  'cuboid_dropped',
  ...DROPPED_CURVE_LOSSES,
  ...CURVE_LOSSES,
  'polygon_as_mask',
  'rotation_dropped',
  'keypoint_dropped',
]
