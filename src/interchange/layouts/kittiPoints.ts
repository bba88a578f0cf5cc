import type { PointLayout } from '../../formats/clouds/pointLayout.ts'

/** Clouds of all data sets of KITTI, and of SemanticKITTI. */
export const KITTI_POINTS: PointLayout = { fields: ['x', 'y', 'z', 'intensity'], type: 'float32' }
