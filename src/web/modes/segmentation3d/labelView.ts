import type { CloudColor } from '../../scene/cloud/pointMaterial.ts'

/** A person's view of the cloud and tool settings, which are not saved. */
export interface LabelView {
  color: CloudColor
  /** The colours that a key swaps with those of labels: the last chosen ones; null: the most informative. */
  otherColor: CloudColor | null
  sizePx: number
  brushRadiusPx: number
  /** Points up to this height over the ground count as ground. */
  groundAboveM: number
  /** A surface continues while it turns by no more than this from one place to the next, in degrees. */
  surfaceTurnDeg: number
  /** Camera shown next to the cloud; null: none. */
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
