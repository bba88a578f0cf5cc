/** The kinds of findings in the work on a job. */
export type FindingCode =
  | 'NO_POINTS'
  | 'FEW_POINTS'
  | 'FLOATS'
  | 'SINKS'
  | 'HELD'
  | 'SIZE_CHANGES'
  | 'SPEED'
  | 'TURN_RATE'
  | 'OVERLAP'
  | 'CAMERA_BOX_STALE'
  | 'LINE_JUMPS'
  | 'MISSING_ATTRIBUTE'
  | 'EMPTY_JOB'
  | 'UNDECIDED_SUGGESTIONS'
  | 'SIZE'
  | 'DUPLICATE'
  | 'UNLABELLED_POINTS'
  | 'EMPTY_INSTANCE'
  | 'EMPTY_CLASS'
  | 'ARCHIVED_CLASS'
  | 'RELATION_TARGET'
  | 'RELATION_CLASSES'
  | 'RELATION_MAX'
  | 'GEOMETRY'
  | 'SHAPE'
  | 'ATTRIBUTE'
  | 'SENSOR'
  | 'LEGEND'

/** One a code and object; of OVERLAP and DUPLICATE one a pair. */
export interface JobFinding {
  code: FindingCode
  severity: 'error' | 'warning' | 'note'
  track_id?: string
  other_track_id?: string
  /** `_id` of the record, in images. */
  record_id?: string
  legend_entry_id?: string
  sensor_id?: string
  attribute?: string
  /** All its frames, in order; absent where it is of the whole job. */
  frame_ids?: string[]
  count?: number
  message: string
  values?: Readonly<Record<string, string | number>>
}

export interface JobChecks {
  /** The findings in the saved work. */
  version: number
  /** false while something has not been looked at: ask again. */
  complete: boolean
  findings: JobFinding[]
  looked_at: { frames: number; objects: number }
}

/** The counts of findings in a result. */
export interface FindingCounts {
  errors: number
  warnings: number
  by_code: Record<string, number>
}
