/** What decides which records may be a pair. */
export interface CompareOptions {
  /** Least intersection over union of a pair, of all classes or by label; a label that is missing has 0.5. */
  iou: number | ReadonlyMap<string, number>
  /** Cuboids are paired by the distance of their centres seen from above, below this; null: by intersection over union. */
  distanceM: number | null
  /** Pairs have one class. Else any, and the confusions of classes are counted. */
  byClass: boolean
  /** Least object keypoint similarity of a pair of landmarks. */
  oks: number
  /** Greatest chamfer distance of a pair of lines. */
  chamferPx: number
}

export const DEFAULT_IOU = 0.5

export const DEFAULT_COMPARE_OPTIONS: CompareOptions = {
  iou: DEFAULT_IOU,
  distanceM: null,
  byClass: true,
  oks: 0.5,
  chamferPx: 10,
}

export const leastIou = ({ iou }: CompareOptions, label: string): number =>
  typeof iou === 'number' ? iou : (iou.get(label) ?? DEFAULT_IOU)
