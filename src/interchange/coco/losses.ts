export const COCO_LOSSES = [
  'attribute_dropped',
  'line_dropped',
  'cuboid_dropped',
  'ellipse_dropped',
  'ellipse_as_polygon',
  'polygon_as_mask',
  'rotation_dropped',
  'keypoint_dropped',
] as const
