// Made of src/contract by `npm run clients`: do not edit.

export interface Finding {
  code:
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
  severity: 'error' | 'warning' | 'note'
  track_id?: string
  /** The other object of a pair. */
  other_track_id?: string
  /** The `_id` of the record, in images. */
  record_id?: string
  legend_entry_id?: string
  sensor_id?: string
  attribute?: string
  /** All frames of the finding, in order. */
  frame_ids?: string[]
  /** Number of frame_ids. */
  count?: number
  message: string
  values?: Record<string, string | number>
}

export interface JobChecks {
  /** The version of the saved work. */
  version: number
  /** False while something has not been looked at: call again. */
  complete: boolean
  findings: Finding[]
  looked_at: { frames: number; objects: number }
}

export interface DeliveryAttempt {
  /** ISO 8601 with a numeric offset. */
  at: string
  duration_ms: number
  http_status: number | null
  error: string | null
  response: string | null
}

export interface Delivery {
  webhook_id: string
  status: 'pending' | 'delivered' | 'exhausted' | 'disabled'
  url: string
  /** ISO 8601 with a numeric offset. */
  next_attempt_at: string | null
  attempts: DeliveryAttempt[]
}

/** How files of a lidar hold their points where they have no header (.bin of KITTI and nuScenes); little-endian. Files that say themselves what they are do not need it. */
export interface PointLayout {
  /** Names of the numbers of a point, in their order; x, y and z are among them. */
  fields: string[]
  type: 'float32' | 'float64'
}

export interface Intrinsics {
  cx?: number | null
  cy?: number | null
  cX?: number | null
  cY?: number | null
  fx?: number | null
  fy?: number | null
  k1?: number | null
  k2?: number | null
  k3?: number | null
  k4?: number | null
  p1?: number | null
  p2?: number | null
  skew?: number | null
  /** How many times larger the original image is. */
  scale_factor?: number | null
  camera_model?: 'brown_conrady' | 'fisheye' | null
}

export interface SensorMeta {
  id: string
  name?: string | null
  modality?: 'lidar' | 'camera' | null
  primary_view?: boolean | null
  state?: 'editable' | 'non_editable' | null
  intrinsics?: Intrinsics | null
  camera_model?: 'brown_conrady' | 'fisheye' | null
  point_layout?: PointLayout | null
}

/** Quaternion of norm 1 ± 0.01. */
export interface Heading {
  w: number
  x: number
  y: number
  z: number
}

/** Metres. */
export interface Position {
  x: number
  y: number
  z: number
}

export interface PoseBody {
  position: Position
  heading: Heading
}

export interface FrameSensor {
  sensor_id: string
  /** Http or https; s3:// where the project has an access rule for it. */
  data_url: string
  sensor_pose: PoseBody
}

export interface SegmentationData {
  sensor_data: {
    sensors: FrameSensor[]
    timestamp?: unknown
    ego_pose?: { position?: Position; heading?: Heading } | null
    sensor_meta?: SensorMeta[]
    point_cloud_frame?: 'sensor' | 'common' | 'auto' | null
  }
  /** Yours: stored with the data, and not read. */
  metadata?: unknown
}

export interface SensorFusionData {
  sensor_data: {
    frames: {
      frame_id: string
      timestamp?: unknown
      ego_pose?: { position?: Position; heading?: Heading } | null
      sensors: FrameSensor[]
    }[]
    sensor_meta?: SensorMeta[]
    point_cloud_frame?: 'sensor' | 'common' | 'auto' | null
  }
  /** Yours: stored with the data, and not read. */
  metadata?: unknown
}

export interface VideoData {
  video_data: { frames: { frame_id: string; src: string; timestamp?: unknown }[] }
  /** Yours: stored with the data, and not read. */
  metadata?: unknown
}

export interface ImageData {
  /** Http or https; s3:// where the project has an access rule for it. */
  image_url: string
  /** Nanoseconds as a string of digits, or seconds as a number, increasing from frame to frame; anything else is ignored with the warning TIMESTAMP_IGNORED. */
  timestamp?: unknown
  /** Yours: stored with the data, and not read. */
  metadata?: unknown
}

export interface JobBody {
  /** Permanently unique in the project. */
  reference_id: string
  tag: string
  /** Absent: the project's default batch. */
  batch_id?: string | null
  priority_weight?: number | null
  /** Http or https; s3:// where the project has an access rule for it. */
  callback_url?: string | null
  /** At most 20 keys of 64 characters; values are numbers, booleans and strings of 256 characters. Jobs are found by metadata.KEY, and it comes back with the result. */
  metadata?: unknown
  /** A starting point for the annotator, shaped like a submitted result. */
  prediction?: Record<string, unknown> | null
  data: ImageData | VideoData | SensorFusionData | SegmentationData
}

export interface Failure {
  /** JSON path. */
  field: string
  type: string
  expected?: string
  /** What came, at most 100 characters. */
  found?: string
}

export interface DryRun {
  valid: boolean
  failures: Failure[]
  warnings: Failure[]
  unchecked: string[]
}

export interface JobCreated {
  job_id: string
  reference_id: string
  tag: string
  warnings: Failure[]
}

export interface Fault {
  /** JSON path. */
  field: string
  type: string
  /** What was expected there. */
  expected: string
  /** What came, at most 100 characters; of a secret only what kind it is. */
  found: string
}

export interface Refusal {
  code:
    | 'GE_0001'
    | 'GE_0002'
    | 'FS_0002'
    | 'FS_0005'
    | 'FS_0012'
    | 'FS_0004'
    | 'FS_0003'
    | 'invalid_request_error'
    | 'auth-failure'
    | 'unauthorized'
    | 'resource_error'
    | 'FS_0006'
    | 'method_not_allowed'
    | 'FS_0001'
    | 'BATCH_CREATION'
    | 'JOB_STATE'
    | 'IDEMPOTENCY_CONFLICT'
    | 'DOCUMENT_DIFFERS'
    | 'CONFLICT'
    | 'GONE'
    | 'RANGE_NOT_SATISFIABLE'
    | 'PRECONDITION_FAILED'
    | 'LOCKED'
    | 'CHECKSUM_MISMATCH'
    | 'FS_0013'
    | 'INSUFFICIENT_STORAGE'
    | 'rate_limited'
    | 'SUPERSEDED'
    | 'CANCELLED'
    | 'BUSY'
    | 'DAILY_LIMIT'
    | 'TIMEOUT'
    | 'UNREACHABLE'
    | 'HTTP_ERROR'
    | 'REDIRECT'
    | 'INVALID_ANSWER'
    | 'TOO_LARGE'
    | 'TOO_MANY'
    | 'api_error'
  message: string
  request_id: string
  /** Some codes add members: 409 FS_0001 the job that is there. */
  meta_data: { failures: Fault[] }
}

export interface BulkRow {
  index: number
  status: number
  success: boolean
  data?: JobCreated
  error?: Refusal
}

/** What the checks found in the result; null before one is accepted, and empty while it is made. */
export interface FindingCounts {
  errors: number
  warnings: number
  by_code: Record<string, number>
}

export interface ListedJob {
  project_id: string
  reference_id: string
  job_id: string
  batch_id: string
  status: 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'
  tag: string
  priority_weight: number
  stage:
    | 'created'
    | 'validating'
    | 'queued'
    | 'in_progress'
    | 'in_review'
    | 'assembling'
    | 'completed'
    | 'failed'
    | 'cancelled'
  frames: number
  annotations: number
  /** ISO 8601 with a numeric offset. */
  created_at: string
  /** ISO 8601 with a numeric offset. */
  completed_at: string | null
  result_version: number | null
  viewer_url: string
  point_cloud_frame: 'sensor' | 'common' | null
  /** Why it was chosen, as a sentence. */
  point_cloud_frame_reason: string | null
  warnings: Failure[]
  error: { code: string; message: string; meta_data: { failures: Failure[] } } | null
  metadata: Record<string, string | number | boolean>
  /** What the checks found in the result; null before one is accepted, and empty while it is made. */
  findings: FindingCounts | null
  /** ISO 8601 with a numeric offset. */
  stage_at: string
  /** Id of a person, or name of a group. */
  assignee: string | null
  /** ISO 8601 with a numeric offset. */
  deadline: string | null
  /** How many annotate the job, each alone; for the operator and managers. */
  consensus_annotators?: number | null
}

export interface JobRecord {
  project_id: string
  reference_id: string
  job_id: string
  batch_id: string
  status: 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'
  tag: string
  priority_weight: number
  /** Address of the result document. */
  result: string | null
  stage:
    | 'created'
    | 'validating'
    | 'queued'
    | 'in_progress'
    | 'in_review'
    | 'assembling'
    | 'completed'
    | 'failed'
    | 'cancelled'
  frames: number
  annotations: number
  /** ISO 8601 with a numeric offset. */
  created_at: string
  /** ISO 8601 with a numeric offset. */
  completed_at: string | null
  result_version: number | null
  viewer_url: string
  point_cloud_frame: 'sensor' | 'common' | null
  /** Why it was chosen, as a sentence. */
  point_cloud_frame_reason: string | null
  warnings: Failure[]
  error: { code: string; message: string; meta_data: { failures: Failure[] } } | null
  metadata: Record<string, string | number | boolean>
  /** What the checks found in the result; null before one is accepted, and empty while it is made. */
  findings: FindingCounts | null
}

export interface JobChange {
  priority_weight?: number
  /** At most 20 keys of 64 characters; values are numbers, booleans and strings of 256 characters. Jobs are found by metadata.KEY, and it comes back with the result. */
  metadata?: unknown
  /** With the admin key, or as a manager. */
  consensus_annotators?: number
}

/** How much each kind of fault counts in figures.weighted_pq. */
export interface WeightsOption {
  classes?: Record<string, number>
  missing?: number
  extra?: number
  other_class?: number
  moved?: number
}

/** What is left out of both documents. */
export interface IgnoreOption {
  labels?: string[]
  hidden?: boolean
  /** From, to; null: without end. */
  distance_m?: (number | null)[]
  /** From, to; null: without end. */
  area_px?: (number | null)[]
  regions?: { points: { x: number; y: number }[]; frame_id?: string; sensor_id?: string }[]
}

export interface CompareRequest {
  a: 'result' | 'prediction' | { result_version: number } | { data: Record<string, unknown> }
  b: 'result' | 'prediction' | { result_version: number } | { data: Record<string, unknown> }
  options?: {
    iou?: number | Record<string, number>
    distance_m?: number
    by_class?: boolean
    oks?: number
    chamfer_px?: number
    ignore?: IgnoreOption
    weights?: WeightsOption
  }
  page_token?: string
}

export interface JobComparison {
  /** PQ of shapes and single clouds, HOTA of sequences, PQ or mIoU of points. */
  score: number
  /** Something was too large to be matched optimally in time. */
  approximate: boolean
  figures: {
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
    hota?: number
    deta?: number
    assa?: number
    idf1?: number
    mota?: number
    id_switches?: number
    weighted_pq?: number
    oks?: number
    chamfer_px?: number
    chamfer_m?: number
    keypoint_m?: number
    mean_iou_bev?: number | null
    ate?: number | null
    ase?: number | null
    aoe?: number | null
    heading_flips?: number
    accuracy?: number
    miou?: number
    rectangles?: {
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
      by_class: Record<
        string,
        {
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
      >
    }
    attributes: Record<string, { n: number; agreement: number; alpha: number | null }>
  }
  by_class: Record<
    string,
    {
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
      hota?: number
      deta?: number
      assa?: number
      idf1?: number
      mota?: number
      id_switches?: number
      iou?: number
    }
  >
  confusion: { a: string | null; b: string | null; count: number }[]
  pairs: {
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
  }[]
  only_a: { _id: string; frame_id?: string; sensor_id?: string; label: string }[]
  only_b: { _id: string; frame_id?: string; sensor_id?: string; label: string }[]
  tracks: {
    a: { track_id: string } | null
    b: { track_id: string } | null
    label: string
    frames_a: number
    frames_b: number
    frames_both: number
  }[]
  next_page_token: string | null
}

export interface Prediction {
  data: Record<string, unknown>
  /** ISO 8601 with a numeric offset. */
  created_at: string
}

export interface Submission {
  /** The tag's operation. */
  type?: string
  /** As in the result document of that type. */
  data: Record<string, unknown>
}

export interface SubmittedResult {
  job_id: string
  status: 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'
  stage:
    | 'created'
    | 'validating'
    | 'queued'
    | 'in_progress'
    | 'in_review'
    | 'assembling'
    | 'completed'
    | 'failed'
    | 'cancelled'
  result_version: number
}

export interface JobFile {
  /** Where its address is in the job. */
  field: string
  /** Signed, for a day: the bytes as they were received. */
  url: string
  sha256: string
  size: number
  media_type: string
  point_count?: number
  source: 'download' | 'upload' | 'ingest'
  file_id?: string
}

export interface JobDataShown {
  /** As it was received. */
  data: Record<string, unknown>
  /** Those that were validated so far. */
  files: JobFile[]
}
