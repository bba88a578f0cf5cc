import type { CloudColor } from '../../scene/cloud/pointMaterial.ts'

/** How a person looks at the cloud and holds the tools; nothing of it is saved. */
export interface LabelView {
  color: CloudColor
  /** What a key changes to from labels: what was chosen last; null: what shows most. */
  otherColor: CloudColor | null
  sizePx: number
  brushRadiusPx: number
  /** Points up to this height over the ground count as ground. */
  groundAboveM: number
  /** A surface goes on while it turns by no more than this from one place to the next, in degrees. */
  surfaceTurnDeg: number
  /** Camera shown beside the cloud; null: none. */
  cameraId: string | null
  /** The camera has the large place. */
  cameraLarge: boolean
}

export const FIRST_VIEW: LabelView = {
  color: 'label',
  otherColor: null,
  sizePx: 2.5,
  brushRadiusPx: 22,
  groundAboveM: 0.15,
  surfaceTurnDeg: 15,
  cameraId: null,
  cameraLarge: false,
}

export const LEAST_BRUSH_PX = 3
export const MOST_BRUSH_PX = 250
