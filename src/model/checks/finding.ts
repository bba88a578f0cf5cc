/** Findings that no result may have. A tag cannot lower them below errors. */
export const INTEGRITY_CODES = [
  'ARCHIVED_CLASS',
  'RELATION_TARGET',
  'RELATION_CLASSES',
  'RELATION_MAX',
  'GEOMETRY',
  'SHAPE',
  'ATTRIBUTE',
  'SENSOR',
  'LEGEND',
] as const

/** UnratedFinding by the points of the job's clouds. */
export const POINT_CODES = ['NO_POINTS', 'FEW_POINTS', 'FLOATS', 'SINKS'] as const

/** What a tag may give another severity, or not look for. */
export const RATED_CODES = [
  ...POINT_CODES,
  'HELD',
  'SIZE_CHANGES',
  'SPEED',
  'TURN_RATE',
  'OVERLAP',
  'CAMERA_BOX_STALE',
  'LINE_JUMPS',
  'MISSING_ATTRIBUTE',
  'EMPTY_JOB',
  'UNDECIDED_SUGGESTIONS',
  'SIZE',
  'DUPLICATE',
  'UNLABELLED_POINTS',
  'EMPTY_INSTANCE',
  'EMPTY_CLASS',
] as const

/** All that checks find. */
export const CHECK_CODES = [...RATED_CODES, ...INTEGRITY_CODES] as const
export type FindingCode = (typeof CHECK_CODES)[number]

/** An error blocks submitting, a warning asks before it, a note does neither. */
export const SEVERITIES = ['error', 'warning', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

/** A place that one click opens. Members that do not apply are absent; a job-wide finding has none. */
export interface Place {
  trackId?: string
  /** The first of its frames. */
  frame?: number
  /** Camera of a rectangle; absent for cuboids and for images. */
  sensorId?: string
  attribute?: string
  /** The other object of a pair. */
  otherTrackId?: string
  /** Entry of a segmentation's legend. */
  legendEntryId?: string
}

/** One a code and object; of OVERLAP and DUPLICATE one a pair. */
export interface Finding {
  severity: Severity
  code: FindingCode
  where: Place
  /** All frames in which it is found, ascending; absent where it is of the whole job. */
  frames?: readonly number[]
  /** In English, for the API and logs. */
  message: string
  /** What the message names besides the place, for those who word it in another language: sizes in metres, counts. */
  values?: Readonly<Record<string, string | number>>
}

/** What a check finds, before the tag says how severe it is. */
export type UnratedFinding = Omit<Finding, 'severity'>

/** Findings by severity and code, as they are delivered with a job. Notes are not counted. */
export interface FindingCounts {
  errors: number
  warnings: number
  by_code: Record<string, number>
}

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const counts: FindingCounts = { errors: 0, warnings: 0, by_code: {} }
  for (const { severity, code } of findings) {
    if (severity === 'note') continue
    if (severity === 'error') counts.errors++
    else counts.warnings++
    counts.by_code[code] = (counts.by_code[code] ?? 0) + 1
  }
  return counts
}
