import type { IgnoreRules } from './ignoreRules.ts'

/** The weights of faults relative to one another; 1 is the normal weight. */
export interface ErrorWeights {
  /** By label; a label that is absent has 1. */
  classes: ReadonlyMap<string, number>
  missing: number
  extra: number
  otherClass: number
  /** 0 to 1: how much of what a pair lacks in overlap counts. */
  moved: number
}

/** What decides which records may be a pair, and what counts. */
export interface CompareOptions {
  /** Least intersection over union of a pair, of all classes or by label; a label that is missing has 0.5. */
  iou: number | ReadonlyMap<string, number>
  /**
   * Cuboids are paired by the distance of their centres seen from above, below this; null: by intersection over union.
   * Polylines and key points in space by their mean distance, up to this; null: up to DEFAULT_POINTS_M.
   */
  distanceM: number | null
  /** Pairs have one class. Else any, and the confusions of classes are counted. */
  byClass: boolean
  /** Least object keypoint similarity of a pair of landmarks. */
  oks: number
  /** Greatest chamfer distance of a pair of lines. */
  chamferPx: number
  /** null: everything counts. */
  ignore: IgnoreRules | null
  /** null: no weighted figure. */
  weights: ErrorWeights | null
}

export const DEFAULT_IOU = 0.5
export const DEFAULT_POINTS_M = 0.5

export const DEFAULT_COMPARE_OPTIONS: CompareOptions = {
  iou: DEFAULT_IOU,
  distanceM: null,
  byClass: true,
  oks: 0.5,
  chamferPx: 10,
  ignore: null,
  weights: null,
}

export const leastIou = ({ iou }: CompareOptions, label: string): number =>
  typeof iou === 'number' ? iou : (iou.get(label) ?? DEFAULT_IOU)
