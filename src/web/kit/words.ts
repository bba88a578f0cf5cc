import type { GeometryKind, Operation } from '../../model/operation.ts'
import type { Role } from '../../model/permissions.ts'
import type { Stage } from '../../model/stage.ts'

export const OPERATION_WORDS: Readonly<Record<Operation, string>> = {
  image2d: 'Image',
  video2d: 'Video',
  cuboid3d: '3D cuboids',
  cuboid3d_linked2d: '3D cuboids linked to 2D boxes',
  segmentation3d: 'Point cloud segmentation',
}

export const GEOMETRY_WORDS: Readonly<Record<GeometryKind, string>> = {
  rectangle: 'box',
  rotated_rectangle: 'rotated box',
  polygon: 'polygon',
  line: 'line',
  landmark: 'keypoints',
  ellipse: 'ellipse',
  mask: 'mask',
  cuboid: 'cuboid',
}

export const BASE_WORDS: Readonly<Record<string, string>> = {
  IMAGE: 'Images',
  VIDEO: 'Video',
  SENSOR_FUSION: 'Sensor fusion',
  POINT_CLOUD_SEGMENTATION: 'Point cloud segmentation',
}

export const STAGE_WORDS: Readonly<Record<Stage, string>> = {
  created: 'created',
  validating: 'validating',
  queued: 'waiting',
  in_progress: 'in progress',
  in_review: 'in review',
  assembling: 'assembling',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
}

export const STAGE_COLORS: Readonly<Record<Stage, string>> = {
  created: 'gray',
  validating: 'gray',
  queued: 'blue',
  in_progress: 'yellow',
  in_review: 'grape',
  assembling: 'cyan',
  completed: 'teal',
  failed: 'red',
  cancelled: 'gray',
}

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  manager: 'Manager',
  reviewer: 'Reviewer',
  annotator: 'Annotator',
  viewer: 'Viewer',
}

/** What each role is for, where somebody chooses one. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  admin: 'everything, on every project',
  manager: 'projects, jobs and people of their projects',
  reviewer: 'annotates and reviews',
  annotator: 'annotates',
  viewer: 'looks, changes nothing',
}
