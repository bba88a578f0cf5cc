import type { Pose } from '../../geometry/pose.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import type { Stage } from '../../model/stage.ts'
import type { Tag } from '../../model/tag.ts'
import type { PlainDocument } from '../document/documentFile.ts'
import type { InputSensorMeta } from '../jobBody/input.ts'
import type { Lease } from './queue.ts'

/** SHA-256 of a file of the job; fileUrl makes its address. */
export type FileName = string

export interface TilePyramid {
  tileSizePx: number
  /** Level 0 fits one tile, each next one has twice the size, the last has all pixels. */
  levels: { level: number; width: number; height: number }[]
  /** `level/x/y` → file, column x and row y from the top left. */
  tiles: Record<string, FileName>
}

export interface ImageFile {
  /** What to show, ready for any browser; null where there are tiles only. */
  file: FileName | null
  mediaType: string
  bytes: number
  /** As it is annotated: upright in image and video jobs, as stored for calibrated cameras. */
  widthPx: number
  heightPx: number
  pyramid: TilePyramid | null
}

export interface CloudFile {
  /** Point chunks: decodePointChunks. */
  file: FileName
  /** The size of the chunks, for the progress bar. */
  bytes: number
  pointCount: number
  finiteCount: number
  /** In the frame of the file, metres. */
  bounds: { min: Vec3; max: Vec3 } | null
  /** Takes the file's coordinates to the common frame: the sensor's pose, or the identity. */
  commonFromCloud: Pose
}

export interface ImageFrame {
  frameId: string
  /** Nanoseconds in digits; null if no timestamp was sent. */
  timestampNs: string | null
  image: ImageFile
}

export interface SensorView {
  sensorId: string
  commonFromSensor: Pose
  image: ImageFile | null
  cloud: CloudFile | null
}

export interface SensorFrame {
  frameId: string
  timestampNs: string | null
  /** null: no motion features in this frame. */
  commonFromEgo: Pose | null
  sensors: SensorView[]
}

export type JobContent =
  | { kind: 'image' | 'video'; frames: ImageFrame[] }
  | {
      kind: 'frames' | 'cloud'
      frames: SensorFrame[]
      /** In the order of sensor_meta. Intrinsics are null or have fx 0 if nothing can be projected. */
      sensors: InputSensorMeta[]
      pointCloudFrame: 'sensor' | 'common' | null
      /** Every frame has an ego_pose: aggregation and `stationary` are possible. */
      hasEgoPose: boolean
    }

export interface JobFacts {
  jobId: string
  /** This and the next two, and the priority, are null when a link opens the job. */
  projectId: string | null
  projectName: string | null
  batchId: string | null
  referenceId: string
  operation: AnnotationType
  stage: Stage
  priorityWeight: number | null
  createdAt: string
  resultVersion: number | null
  warnings: { field: string; type: string }[]
  /** The review sent it back; its comment is the last of `reviews`. */
  rejected: boolean
  /** The last time that it was opened again; null when it is not, or not any more. */
  reopening: ReopeningRow | null
  /** How long a submission can be undone. */
  undoSeconds: number
}

export interface ReviewRow {
  /** From 1, over all versions of the result, in order of time. */
  number: number
  resultVersion: number
  decision: 'accept' | 'reject'
  /** The reviewer had changed the work before accepting it. */
  fixed: boolean
  comment: string | null
  /** null: decided by an API key. */
  userName: string | null
  at: string
  /** Whether the work at that time is stored, for the difference. */
  hasDocument: boolean
}

/** Who opened a completed job again, and why. */
export interface ReopeningRow {
  /** null: by an API key. */
  userName: string | null
  reason: string | null
  at: string
}

/** Everything the editor needs to open a job. Of labels only where they are: they are bytes (decodeLabels). */
export interface JobPayload {
  job: JobFacts
  /** Its operation is the job's. Archived classes are included for existing objects. */
  tag: Tag
  /** The version of the tag's instructions, and the version that the reader last saw (null: never). */
  instructions: { version: number; readVersion: number | null }
  content: JobContent
  document: PlainDocument
  /** Counts saved batches; to be named with the next one. */
  version: number
  /** Address of the labels at this version; null unless it is a segmentation. */
  labelsUrl: string | null
  /** Points of a segmentation's cloud. */
  pointCount: number | null
  /** The reader's rights on the job in its current state. */
  access: 'annotate' | 'review' | 'read'
  lease: Lease | null
  reviews: ReviewRow[]
  activeSeconds: { annotate: number; review: number }
  /** Who annotated it, for those who review it; empty for others, and where only machines did. */
  annotatedBy: { name: string; seconds: number }[]
  /** Address of a file: base + name + query (fileUrl). */
  files: { base: string; query: string }
}

export const fileUrl = ({ files }: Pick<JobPayload, 'files'>, file: FileName): string =>
  `${files.base}${file}${files.query}`

/** The work at a review. */
export interface ReviewedDocument {
  document: PlainDocument
  labelsUrl: string | null
}

/** A document of a job that can be laid over another one. */
export interface HeldDocumentRow {
  /** Part of its address. */
  name: string
  kind: 'result' | 'prediction' | 'review' | 'submission' | 'candidate' | 'truth'
  /** Version of a result, number of a review or a submission; null of what there is one of. */
  number: number | null
  /** Who handed it in, or the letter of a candidate; null: not to be said, or a program. */
  by: string | null
  at: string | null
}
