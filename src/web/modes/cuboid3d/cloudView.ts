import type { Vec3 } from '../../../geometry/vec3.ts'
import type { PointColor } from '../../scene/cloud/pointMaterial.ts'

/** A person's view of the clouds, which is not saved. */
export interface CloudView {
  color: PointColor
  sizePx: number
  /** Frames to each side that are shown together, 0: this one alone. */
  aggregateReach: number
  sizeOfFrame: boolean
  boxZoom: number
  /** Only points between these heights are shown, in metres from the sensor; null: all of them. */
  heightsM: readonly [number, number] | null
  /** Hides points on the ground, also on slopes. */
  hidesGround: boolean
  /** The same for distances from the sensor, seen from above. */
  distancesM: readonly [number, number] | null
  /** The point from which distances are measured, in the common frame; null: none. */
  rulerFrom: Vec3 | null
  /** Camera shown large; null: the one that sees the selected object best. */
  cameraId: string | null
  /** The camera has the large place, the 3D view a small one. */
  cameraLarge: boolean
  pointsOnImages: boolean
  batchOpen: boolean
  /** Every camera of the frame, side by side. */
  camerasOpen: boolean
}

export const FIRST_CLOUD_VIEW: CloudView = {
  color: 'height',
  sizePx: 2,
  aggregateReach: 0,
  sizeOfFrame: false,
  boxZoom: 1,
  heightsM: null,
  hidesGround: false,
  distancesM: null,
  rulerFrom: null,
  cameraId: null,
  cameraLarge: false,
  pointsOnImages: false,
  batchOpen: false,
  camerasOpen: false,
}
