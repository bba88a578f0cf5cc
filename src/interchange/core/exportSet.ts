import type { ResultDocument } from '../../formats/results/schemas.ts'
import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import type { Tag } from '../../model/tag.ts'
import type { PcdCloud } from '../../pcd/pcdReader.ts'
import type { ClassTable } from './classTable.ts'

/** What an export was asked to write: a fixed set of completed jobs, in the order of their reference_ids. */
export interface ExportSet {
  /** Classes of all chosen tags, by name. */
  classes: ClassTable
  /** The tags of the chosen jobs, in the order of their names. */
  tags: readonly Tag[]
  /** Names of the splits in the order of the request; `['default']` without any. */
  splits: readonly string[]
  /** As checked against the format's schema, defaults filled in. */
  options: Readonly<Record<string, unknown>>
  /** Whether original images and clouds are copied in. */
  includeFiles: boolean
  /**
   * The jobs that the format supports, one open at a time, by reference_id (code units). They can be iterated once:
   * spool what is needed later.
   */
  jobs(): AsyncIterable<ExportJob>
  /** The work of several annotators, if requested: the jobs that have it, with what each of them submitted. */
  candidates?: readonly { letter: string; jobs(): AsyncIterable<ExportJob> }[]
}

/** One completed job, opened: its result document, the body it was created with, and its files. */
export interface ExportJob {
  jobId: string
  referenceId: string
  /** Safe, unique in the archive and readable: NAME in the trees of formats. */
  name: string
  split: string
  /** The name of its batch. */
  batch: string
  tag: Tag
  annotationType: AnnotationType
  resultVersion: number
  completedAt: string | null
  metadata: Readonly<Record<string, string | number | boolean>> | null
  document: ResultDocument
  /** One for an image and for a segmentation, with frameId ''. */
  frames: readonly ExportFrame[]
  sensors: readonly ExportSensor[]
  /** The frame in which the clouds were sent; null without clouds. */
  pointCloudFrame: 'sensor' | 'common' | null
  /** The labelled cloud of a segmentation; null where it was deleted. */
  openLabels(): Promise<LabelledPoints | null>
  /** The labelled PCD as delivered; null where it was deleted. */
  openLabelFile(): Promise<AsyncIterable<Uint8Array> | null>
}

export interface ExportFrame {
  frameId: string
  /** NAME for a job of one frame, otherwise NAME and the frame's id, safe and unique in the archive. */
  name: string
  /** Nanoseconds as sent; null where the job has none. */
  timestampNs: bigint | null
  /** worldFromEgo; null where the job has none. */
  worldFromEgo: Pose | null
  files: readonly ExportFile[]
}

/** An original image or cloud of a job. */
export interface ExportFile {
  /** '' for the file of an image or video frame. */
  sensorId: string
  kind: 'image' | 'cloud'
  /** As sent by the customer, without query and user info unless the export was asked for them. */
  url: string
  /** The type of the content, such as `image/jpeg`; null if only the result document is known. */
  mediaType: string | null
  /** Pixels of the image as shown upright (as stored for cameras of a 3D job); null for clouds. */
  size: { widthPx: number; heightPx: number } | null
  /** 1 to 8 as the file states it, of images that are labelled as shown upright; 1 where left out. */
  exifOrientation?: number
  /** commonFromSensor; null for images and videos. */
  commonFromSensor: Pose | null
  /** The bytes, or null when they were deleted or are not at hand. */
  open(): Promise<AsyncIterable<Uint8Array> | null>
}

export interface ExportSensor {
  id: string
  name: string
  modality: 'lidar' | 'camera'
  primaryView: boolean
  isEditable: boolean
  /** The calibration of the image as sent; null for a lidar and for a camera that is not calibrated. */
  intrinsics: CameraIntrinsics | null
}

export interface LabelledPoints {
  /** The original cloud, NaN points included, in its file's order: x y z of each point in turn, in its own frame. */
  cloud: PcdCloud
  /** One label_key per point, in the same order. */
  labels: Uint32Array
}
