import type { CompareOptions } from './comparison.ts'

export interface EvaluationRequest {
  /** The version of the assistant; the current one if absent. */
  version?: string
  tag?: string
  /** The most jobs to use, newest first: 200 if absent, up to 1,000. */
  jobs?: number
  ignore?: CompareOptions['ignore']
}

/** Precision at a recall, and the least score that reaches it. */
export interface PrecisionAt {
  recall: number
  precision: number
  score: number
}

export interface EvaluatedClasses<Figures> {
  /** Mean over the classes in the results. */
  map: number | null
  /** 95 %; null below 10 jobs. */
  interval: { low: number; high: number } | null
  by_class: Record<string, Figures & { truth: number; found: number; curve: PrecisionAt[] }>
}

export interface ImagePrecision {
  ap: number | null
  ap50: number | null
  ap75: number | null
  ap_small: number | null
  ap_medium: number | null
  ap_large: number | null
  ar1: number | null
  ar10: number | null
  ar100: number | null
}

export interface SpacePrecision {
  ap: number | null
  /** By the maximum distance of a pair in metres. */
  ap_by_distance_m: Record<string, number> | null
  /** Metres between centres seen from above, 1 − overlap of the sizes, radians between headings. */
  ate: number | null
  ase: number | null
  aoe: number | null
}

export interface AssistantEvaluation {
  assistant: string
  version: string | null
  /** The evaluated jobs. */
  jobs: number
  /** The jobs with a result and a prediction of this version. */
  jobs_total: number
  /** Boxes, areas and masks as COCO evaluates them. */
  images: EvaluatedClasses<ImagePrecision> | null
  /** Cuboids as nuScenes evaluates them; `nds` weighs three errors. */
  space: (EvaluatedClasses<SpacePrecision> & { nds: number | null }) | null
  /** Records without an area or a volume. */
  left_out: number
}
