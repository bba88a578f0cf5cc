import type { FindingCode } from './checks.ts'
import type { Intrinsics, PointCloudFrame } from './job.ts'

export type ProjectBase = 'IMAGE' | 'VIDEO' | 'SENSOR_FUSION' | 'POINT_CLOUD_SEGMENTATION'
export type Scope = 'submit' | 'read' | 'annotate' | 'assist'
export type Operation = 'image2d' | 'video2d' | 'cuboid3d' | 'cuboid3d_linked2d' | 'segmentation3d'
export type Geometry =
  | 'rectangle'
  | 'rotated_rectangle'
  | 'polygon'
  | 'line'
  | 'landmark'
  | 'ellipse'
  | 'mask'
  | 'cuboid'
  | 'polyline3d'
  | 'keypoint3d'

export interface NewProject {
  name: string
  base: ProjectBase
  callback?: { url: string; service_key?: string }
  review?: boolean
  self_review?: boolean
  point_cloud_frame?: PointCloudFrame
  /** How long a person may undo a submission, 0 to 30 seconds; 5 if absent. */
  undo_seconds?: number
}

/** The key and the secret are shown this once. */
export interface ProjectCreated {
  project_id: string
  api_key: string
  signing_secret: string
}

export interface Project {
  project_id: string
  name: string
  base: ProjectBase
  review: boolean
  self_review: boolean
  point_cloud_frame: PointCloudFrame
  undo_seconds: number
  created_at: string
}

export interface KeyCreated {
  key_id: string
  key: string
  scopes: Scope[]
}

export interface Key {
  key_id: string
  name: string
  scopes: Scope[]
  last_four: string
  created_at: string
  last_used_at: string | null
}

export interface AttributeBody {
  name: string
  type: 'select' | 'multiselect' | 'number' | 'text' | 'boolean'
  options?: string[]
  required?: boolean
  default?: string | number | boolean | string[] | null
  /** On a class: object or frame. On the tag itself: job or frame. */
  per: 'object' | 'frame' | 'job'
  /** Asked only if an earlier attribute of the same `per` has one of these values. */
  depends_on?: { attribute: string; values: (string | number | boolean)[] } | null
}

/** Keypoints of a class, labelled 1, 2, 3 … in results, with their places in the template (0..1, y down). */
export interface SkeletonBody {
  points: { name: string; x: number; y: number }[]
  /** Pairs of labels. */
  edges: [number, number][]
}

export interface ClassBody {
  /** Without `#`. */
  name: string
  /** `rgb(r, g, b)`. */
  color: string
  instantiable?: boolean
  /** Absent: all that the operation knows. */
  geometries?: Geometry[]
  /** Metres. */
  default_size?: { length: number; width: number; height: number }
  /** The key points of a landmark class. */
  skeleton?: SkeletonBody
  /** For each key point, in the order of labels: its tolerance in comparisons (COCO's OKS). */
  sigmas?: number[]
  /** Faster motion over ground is a finding (60 m/s). */
  max_speed_mps?: number
  /** Faster turning is a finding (120 degrees a second). */
  max_turn_dps?: number
  attributes?: AttributeBody[]
}

/** Which relations objects of some classes may have to objects of others. */
export interface TagRelationBody {
  name: string
  /** Names of classes. */
  from: string[]
  to: string[]
  /** The most relations of this name that one object of `from` may have. */
  max?: number
}

export interface ReviewShare {
  /** 0 to 1. */
  share: number
  first_jobs_of_person?: number
}

export interface TagBody {
  operation: Operation
  classes: ClassBody[]
  attributes?: AttributeBody[]
  relations?: TagRelationBody[]
  /** Every job, none, or a random share plus the first jobs of each person. */
  review?: boolean | ReviewShare
  /** Jobs with known ground truth among the others; the score to pass (default 0.8). */
  gold?: { share: number; pass?: number; action?: 'flag' | 'pause'; feedback?: boolean } | null
  /** Gold jobs in a row with a mean score, before a person gets work of the tag. */
  training?: { jobs: number; pass?: number } | null
  /** Several people annotate a job, each alone; from this mean score on they agree (0.8). */
  consensus?: { annotators: number; agreement?: number; share?: number } | null
  /** Severity of findings by their codes; others keep the usual one. */
  checks?: Partial<Record<FindingCode, 'error' | 'warning' | 'off'>>
  /** Results handed in by key are refused where the checks find errors (false). */
  strict?: boolean
  /** Frames after the last one that was placed: people are asked (the default), or they are delivered, or left out. */
  hold?: 'ask' | 'keep' | 'end'
  /** Up to 3600: how many seconds a job waits for its assistants before people are offered it (default 0). */
  assist_wait_seconds?: number
  instructions?: string
}

export interface Tag extends Omit<TagBody, 'classes'> {
  tag: string
  classes: (ClassBody & { class_id: string })[]
}

export type CallbackEvent =
  | 'PENDING'
  | 'COMPLETED'
  | 'FAILED'
  | 'job.queued'
  | 'job.in_review'
  | 'batch.completed'
  | 'export.completed'
  | 'import.completed'

/** An absent member stays unchanged. */
export interface CallbackChange {
  url?: string | null
  service_key?: string | null
  signing_secret?: string
  events?: CallbackEvent[]
  allowed_origins?: string[]
  enabled?: boolean
}

export interface ShownSecret {
  set: boolean
  last4: string | null
}

export interface CallbackSettings {
  url: string | null
  service_key: ShownSecret
  signing_secret: ShownSecret
  events: CallbackEvent[]
  allowed_origins: string[]
  enabled: boolean
  disabled_reason?: string | null
}

export interface CallbackTest {
  http_status: number | null
  duration_ms: number
  response: string | null
  error: string | null
}

export type AccessRule =
  | { match: string; headers: Record<string, string> }
  | {
      match: string
      endpoint?: string
      region: string
      access_key_id: string
      secret_access_key: string
      /** Exports may be written there. */
      write?: boolean
    }

/** A rule as it is shown: the names of headers without their values. */
export type ShownAccessRule = { match: string } & Record<string, unknown>

export interface SensorConfiguration {
  name?: string
  modality?: 'lidar' | 'camera'
  state?: 'editable' | 'non_editable'
  intrinsics?: Intrinsics
  camera_model?: 'brown_conrady' | 'fisheye'
}

export type KeptSensor = SensorConfiguration & { sensor_id: string }

export type UserRole = 'admin' | 'manager' | 'reviewer' | 'annotator' | 'viewer'

export interface NewUser {
  email: string
  role: UserRole
  name?: string
  /** Project ids; absent: no projects. */
  projects?: string[]
}

export interface UserCreated {
  user_id: string
  /** Opens once. */
  invite_url: string
}

export interface User {
  user_id: string
  email: string
  role: UserRole
  projects?: string[]
}

/** A step that the service gave up: every process that tried it died. */
export interface GivenUpTask {
  task_id: number
  project_id: string
  kind: string
  /** The job or other subject of the step. */
  subject_id: string
  attempts: number
  note: string | null
  created_at: string
  failed_at: string
}

/** A change of settings, people, keys or, by hand, of a job. */
export interface AuditEntry {
  id: string
  at: string
  actor: {
    type: 'user' | 'key' | 'service'
    id: string | null
    /** Email of the person, name of the key. */
    name: string | null
  }
  /** The address of the caller. */
  address: string | null
  action: string
  /** null: the whole installation. */
  project_id: string | null
  object: string | null
  /** Members that differ; secrets as `{set, last4}`. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** The number of days after a job ends for which its data is stored; null: permanently. */
export interface Retention {
  inputs_days: number | null
  results_days: number | null
  drafts_days: number | null
}

/** What would be deleted now under these retention settings. */
export interface RetentionPreview {
  jobs: number
  files: number
  bytes: number
  drafts: number
  /** Jobs left for later. */
  skipped: { deliveries: number; exports: number }
}
