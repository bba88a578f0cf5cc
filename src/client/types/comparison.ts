/** A document of a job, or one that is handed over: `data` as in result documents. */
export type ComparedDocument = 'result' | 'prediction' | { result_version: number } | { data: object }

export interface CompareOptions {
  /** Least overlap of a pair (0.5), of all classes or by label. */
  iou?: number | Record<string, number>
  /** Pairs cuboids by the distance of their centres seen from above; greatest distance of points in space (0.5). */
  distance_m?: number
  /** false: pairs may be of different classes. */
  by_class?: boolean
  /** Least similarity of key points (0.5). */
  oks?: number
  /** Greatest chamfer distance of lines (10). */
  chamfer_px?: number
  /** Records that both documents leave out. */
  ignore?: {
    labels?: string[]
    /** Records that are marked as hidden. */
    hidden?: boolean
    /** Metres from the vehicle that count, seen from above; `null`: without end. */
    distance_m?: [from: number, to: number | null]
    /** Area of bounding boxes in images that counts. */
    area_px?: [from: number, to: number | null]
    /** Polygons: in images as fractions of their size, in the common frame in metres. */
    regions?: { points: { x: number; y: number }[]; frame_id?: string; sensor_id?: string }[]
  }
  /** How much faults count in `figures.weighted_pq`, by class and kind (1). */
  weights?: {
    classes?: Record<string, number>
    missing?: number
    extra?: number
    other_class?: number
    /** 0 to 1: how much of what a pair lacks in overlap counts. */
    moved?: number
  }
}

export interface ComparisonFigures {
  tp: number
  only_a: number
  only_b: number
  precision: number
  recall: number
  f1: number
  mean_iou: number | null
  pq: number
  sq: number
  rq: number
}

/** Figures of sequences. */
export interface TrackingFigures {
  hota?: number
  deta?: number
  assa?: number
  idf1?: number
  mota?: number
  id_switches?: number
}

export interface ComparedAttribute {
  n: number
  agreement: number
  alpha: number | null
}

export interface ComparedPair {
  a: { _id: string }
  b: { _id: string }
  frame_id?: string
  sensor_id?: string
  label_a: string
  label_b: string
  iou?: number
  distance?: number
  oks?: number
  state: 'equal' | 'moved' | 'other_class'
}

export interface UnmatchedObject {
  _id: string
  frame_id?: string
  sensor_id?: string
  label: string
}

export interface ComparedTrack {
  a: { track_id: string } | null
  b: { track_id: string } | null
  label: string
  frames_a: number
  frames_b: number
  frames_both: number
}

/** How well document `b` agrees with the reference `a`. */
export interface JobComparison {
  /** One number from 0 to 1. */
  score: number
  approximate: boolean
  figures: ComparisonFigures &
    TrackingFigures & {
      weighted_pq?: number
      oks?: number
      chamfer_px?: number
      /** Distances of polylines and key points in space, metres. */
      chamfer_m?: number
      keypoint_m?: number
      mean_iou_bev?: number | null
      ate?: number | null
      ase?: number | null
      aoe?: number | null
      heading_flips?: number
      accuracy?: number
      miou?: number
      rectangles?: ComparisonFigures & { by_class: Record<string, ComparisonFigures> }
      attributes: Record<string, ComparedAttribute>
    }
  by_class: Record<string, ComparisonFigures & TrackingFigures & { iou?: number }>
  confusion: { a: string | null; b: string | null; count: number }[]
  pairs: ComparedPair[]
  only_a: UnmatchedObject[]
  only_b: UnmatchedObject[]
  tracks: ComparedTrack[]
  next_page_token: string | null
}
