// Made of src/contract by `npm run clients`: do not edit.
import type { Intrinsics } from './jobs.ts'

export interface AccessRule {
  /** Https://data.example/path/ or s3://bucket/prefix/. */
  match: string
  headers?: Record<string, string | { set: true }>
  endpoint?: string
  region?: string
  access_key_id?: string
  /** As it is: a rule may be sent as it is shown. */
  secret_access_key?: string | { set: true }
  /** S3:// only: exports may be written there. */
  write?: boolean
}

export interface ShownAccessRule {
  match: string
  headers?: Record<string, { set: true; last4?: string }>
  endpoint?: string
  region?: string
  access_key_id?: string
  secret_access_key?: { set: true; last4?: string }
  write?: boolean
}

export interface KeptSensor {
  sensor_id: string
  name?: string | null
  modality?: 'lidar' | 'camera' | null
  state?: 'editable' | 'non_editable' | null
  intrinsics?: Intrinsics | null
  camera_model?: 'brown_conrady' | 'fisheye' | null
}

export interface SensorConfiguration {
  name?: string | null
  modality?: 'lidar' | 'camera' | null
  state?: 'editable' | 'non_editable' | null
  intrinsics?: Intrinsics | null
  camera_model?: 'brown_conrady' | 'fisheye' | null
}

export interface CallbackChange {
  url?: string | null
  service_key?: string | null
  signing_secret?: string | null
  events?: (
    | 'PENDING'
    | 'COMPLETED'
    | 'FAILED'
    | 'job.queued'
    | 'job.in_review'
    | 'batch.completed'
    | 'export.completed'
    | 'import.completed'
  )[]
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
  events: (
    | 'PENDING'
    | 'COMPLETED'
    | 'FAILED'
    | 'job.queued'
    | 'job.in_review'
    | 'batch.completed'
    | 'export.completed'
    | 'import.completed'
  )[]
  allowed_origins: string[]
  enabled: boolean
  disabled_reason: string | null
}

export interface CallbackTest {
  http_status: number | null
  duration_ms: number
  response: string | null
  error: string | null
}

export interface AdminKey {
  key_id: string
  last_four: string
  /** ISO 8601 with a numeric offset. */
  created_at: string
  /** ISO 8601 with a numeric offset. */
  last_used_at: string | null
}

export interface AuditEntry {
  id: string
  /** ISO 8601 with a numeric offset. */
  at: string
  actor: { type: 'user' | 'key' | 'service'; id: string | null; name: string | null }
  address: string | null
  action:
    | 'project.create'
    | 'project.change'
    | 'project.rotate_links'
    | 'tag.create'
    | 'tag.change'
    | 'sensor.change'
    | 'batch.create'
    | 'batch.change'
    | 'callback.change'
    | 'access.change'
    | 'key.create'
    | 'key.revoke'
    | 'admin_key.rotate'
    | 'admin_key.revoke'
    | 'user.invite'
    | 'user.invite_again'
    | 'user.accept_invitation'
    | 'user.set_up'
    | 'user.change'
    | 'user.link_identity'
    | 'user.change_password'
    | 'person.resume'
    | 'contest.decide'
    | 'job.change'
    | 'job.cancel'
    | 'job.retry'
    | 'job.reopen'
    | 'job.take_over'
    | 'job.put_gold'
    | 'job.delete_gold'
    | 'job.resend'
    | 'job.delete_data'
    | 'retention.change'
    | 'jobs.action'
    | 'group.put'
    | 'group.delete'
    | 'batch.resend'
    | 'export.create'
    | 'export.delete'
    | 'import.create'
    | 'import.delete'
    | 'ingest.create'
    | 'ingest.start'
    | 'ingest.cancel'
    | 'file.delete'
    | 'assistant.put'
    | 'assistant.delete'
    | 'task.retry'
    | 'task.drop'
  project_id: string | null
  object: string | null
  /** Members that differ; secrets as {set, last4}. */
  before: unknown | null
  /** Members that differ; secrets as {set, last4}. */
  after: unknown | null
}

export interface GivenUpTask {
  task_id: number
  project_id: string
  kind: string
  /** The job, or what else the step is about. */
  subject_id: string
  attempts: number
  note: string | null
  created_at: string
  failed_at: string
}

export interface NewUser {
  email: string
  role: 'admin' | 'manager' | 'reviewer' | 'annotator' | 'viewer'
  name?: string
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
  name: string | null
  role: 'admin' | 'manager' | 'reviewer' | 'annotator' | 'viewer'
  projects: string[]
  active: boolean
  /** ISO 8601 with a numeric offset. */
  created_at: string
}

export interface NewProject {
  name: string
  base: 'IMAGE' | 'VIDEO' | 'SENSOR_FUSION' | 'POINT_CLOUD_SEGMENTATION'
  callback?: { url: string; service_key?: string }
  review?: boolean
  self_review?: boolean
  point_cloud_frame?: 'sensor' | 'common' | 'auto'
  /** For so long a person may take a submission back. */
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
  base: 'IMAGE' | 'VIDEO' | 'SENSOR_FUSION' | 'POINT_CLOUD_SEGMENTATION'
  review: boolean
  self_review: boolean
  point_cloud_frame: 'sensor' | 'common' | 'auto'
  /** For so long a person may take a submission back. */
  undo_seconds: number
  /** ISO 8601 with a numeric offset. */
  created_at: string
}

export interface ProjectChange {
  /** True: every attachment and viewer link given out so far stops working. */
  rotate_links?: boolean
  name?: string
  base?: 'IMAGE' | 'VIDEO' | 'SENSOR_FUSION' | 'POINT_CLOUD_SEGMENTATION'
  review?: boolean
  self_review?: boolean
  point_cloud_frame?: 'sensor' | 'common' | 'auto'
  /** For so long a person may take a submission back. */
  undo_seconds?: number
}

/** The key is shown this once. */
export interface KeyCreated {
  key_id: string
  key: string
  scopes: ('submit' | 'read' | 'annotate' | 'assist')[]
}

export interface Key {
  key_id: string
  name: string
  scopes: ('submit' | 'read' | 'annotate' | 'assist')[]
  last_four: string
  /** ISO 8601 with a numeric offset. */
  created_at: string
  /** ISO 8601 with a numeric offset. */
  last_used_at: string | null
}

export interface Retention {
  /** Days for which what the customer sent is kept; null: permanently. */
  inputs_days: number | null
  /** Days for which results and the work on them are kept; null: permanently. */
  results_days: number | null
  /** Days for which unsaved edits of people who lost the lease are kept; null: permanently. */
  drafts_days: number | null
}

export interface NewRetention {
  /** Days for which what the customer sent is kept; null: permanently. */
  inputs_days?: number | null
  /** Days for which results and the work on them are kept; null: permanently. */
  results_days?: number | null
  /** Days for which unsaved edits of people who lost the lease are kept; null: permanently. */
  drafts_days?: number | null
}

export interface RetentionPreview {
  jobs: number
  /** Received and delivered ones; what is derived from them comes on top. */
  files: number
  bytes: number
  drafts: number
  skipped: { deliveries: number; exports: number; gold: number }
}

export interface TagRelationBody {
  name: string
  /** Names of classes. */
  from: string[]
  /** Names of classes. */
  to: string[]
  /** How many relations of this name may start at one object. */
  max?: number | null
}

export interface SkeletonBody {
  /** Labelled 1, 2, 3 … in results; x and y: place in the template, 0 to 1, y down. */
  points: { name: string; x: number; y: number }[]
  /** Pairs of labels. */
  edges: number[][]
}

export interface ClassBody {
  /** As shown; classes are matched by name. */
  class_id?: unknown
  /** Without #. */
  name: string
  /** Rgb(r, g, b). */
  color: string
  instantiable?: boolean | null
  geometries?:
    | (
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
      )[]
    | null
  default_size?: { length: number; width: number; height: number } | null
  skeleton?: SkeletonBody | null
  /** Sigma of each key point, in the order of labels, for COCO's object keypoint similarity. */
  sigmas?: number[] | null
  attributes?:
    | {
        name: string
        type: 'select' | 'multiselect' | 'number' | 'text' | 'boolean'
        options?: string[] | null
        required?: boolean | null
        default?: unknown
        per: 'object' | 'frame'
        depends_on?: { attribute: string; values: (string | number | boolean)[] } | null
      }[]
    | null
  max_speed_mps?: number | null
  max_turn_dps?: number | null
}

export interface TagBody {
  /** As shown; the path names the tag. */
  tag?: unknown
  operation: 'image2d' | 'video2d' | 'cuboid3d' | 'cuboid3d_linked2d' | 'segmentation3d'
  classes: ClassBody[]
  attributes?:
    | {
        name: string
        type: 'select' | 'multiselect' | 'number' | 'text' | 'boolean'
        options?: string[] | null
        required?: boolean | null
        default?: unknown
        per: 'job' | 'frame'
        depends_on?: { attribute: string; values: (string | number | boolean)[] } | null
      }[]
    | null
  relations?: TagRelationBody[] | null
  review?: boolean | { share: number; first_jobs_of_person?: number } | null
  gold?: { share: number; pass?: number; action?: 'flag' | 'pause'; feedback?: boolean } | null
  training?: { jobs: number; pass?: number } | null
  consensus?: { annotators: number; agreement?: number; share?: number } | null
  /** By code: error, warning or off. */
  checks?: Record<string, unknown> | null
  /** Results of programs with errors are refused. */
  strict?: boolean | null
  hold?: 'ask' | 'keep' | 'end' | null
  assist_wait_seconds?: number | null
  /** Markdown of at most 64 KiB in UTF-8. */
  instructions?: string | null
}

export interface Attribute {
  name: string
  type: 'select' | 'multiselect' | 'number' | 'text' | 'boolean'
  options: string[]
  required: boolean
  default: string | number | boolean | string[] | null
  per: 'object' | 'frame' | 'job'
  depends_on?: { attribute: string; values: (string | number | boolean)[] }
}

export interface TagClass {
  class_id: string
  name: string
  color: string
  instantiable: boolean
  geometries:
    | (
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
      )[]
    | null
  default_size: { length: number; width: number; height: number } | null
  skeleton?: SkeletonBody
  /** Sigma of each key point, in the order of labels, for COCO's object keypoint similarity. */
  sigmas?: number[]
  attributes: Attribute[]
  max_speed_mps?: number
  max_turn_dps?: number
}

export interface Tag {
  tag: string
  operation: 'image2d' | 'video2d' | 'cuboid3d' | 'cuboid3d_linked2d' | 'segmentation3d'
  review: boolean | { share: number; first_jobs_of_person: number } | null
  gold?: { share: number; pass?: number; action?: 'flag' | 'pause'; feedback?: boolean } | null
  training?: { jobs: number; pass?: number } | null
  consensus?: { annotators: number; agreement?: number; share?: number } | null
  checks: Record<string, 'error' | 'warning' | 'off'>
  strict: boolean
  hold: 'ask' | 'keep' | 'end'
  assist_wait_seconds: number
  instructions: string | null
  classes: TagClass[]
  attributes: Attribute[]
  relations?: { name: string; from: string[]; to: string[]; max?: number }[]
}
