/** What checks find before a submission. An error blocks submitting, a warning does not. */
export type FindingCode =
  | 'REQUIRED_ATTRIBUTE'
  | 'ARCHIVED_CLASS'
  | 'RELATION_TARGET'
  | 'RELATION_CLASSES'
  | 'RELATION_MAX'
  | 'SIZE'
  | 'DUPLICATE'
  | 'OVERLAP'
  | 'SPEED_JUMP'
  | 'SIZE_JUMP'
  | 'HEADING_JUMP'
  | 'SIZE_VARIES'
  | 'EMPTY_CUBOID'
  | 'FEW_POINTS'
  | 'HELD_CUBOID'
  | 'OFF_GROUND'
  | 'UNLABELLED_POINTS'
  | 'EMPTY_INSTANCE'
  | 'EMPTY_CLASS'
  | 'GEOMETRY'
  | 'SHAPE'
  | 'ATTRIBUTE'
  | 'SENSOR'
  | 'LEGEND'

/** A place one click away. What does not apply is absent; a job-wide finding has none of it. */
export interface Place {
  trackId?: string
  frame?: number
  /** Camera of a rectangle; absent for cuboids and for images. */
  sensorId?: string
  attribute?: string
  /** The other object of a pair. */
  otherTrackId?: string
  /** Entry of a segmentation's legend. */
  legendEntryId?: string
}

export interface Finding {
  severity: 'error' | 'warning'
  code: FindingCode
  where: Place
  /** In English, for the API and logs. */
  message: string
  /** What the message names besides the place, for those who word it in another language: sizes in metres, counts. */
  values?: Readonly<Record<string, string | number>>
}
