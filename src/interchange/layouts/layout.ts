import type { PointLayout } from '../../formats/clouds/pointLayout.ts'
import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import type { Tag } from '../../model/tag.ts'

/** One file of a source: an upload, an entry of an archive, an object of a bucket, or an address. */
export interface SourceFile {
  /** Relative path with `/` between its parts, as the person named it. Unique in the source. */
  readonly path: string
  /** null where it is known only by its address, which a scan does not download. */
  readonly bytes: number | null
  /** The bytes from `start` up to `end`; fewer where the file ends. @throws SourceFileError */
  read(start: number, end: number): Promise<Uint8Array>
  /** The whole file, chunk by chunk. @throws SourceFileError */
  stream(): AsyncIterable<Uint8Array>
}

/** What an ingest reads. Its content is untrusted. */
export interface Source {
  /** The name of the folder, archive or recording, for messages and reference ids of logs. */
  readonly name: string
  /** All files, ordered by path with numbers in natural order. */
  readonly files: readonly SourceFile[]
}

/** The options of an ingest that a layout looks at; units in names, all optional members resolved. */
export interface LayoutOptions {
  lidar: string | null
  cameras: readonly string[] | null
  egoFrame: string | null
  worldFrame: string | null
  maxOffsetMs: number
  topics: readonly string[] | null
  /** Whether `clouds` joins the clouds of a folder to one sequence. */
  sequence: boolean
  /** Frames per second that are taken from a video; null takes all. */
  fps: number | null
  /** `options.calibration` as JSON: {sensors: {NAME: {modality?, pose?, intrinsics?, point_layout?}}}; null without one. */
  calibration: unknown
  annotations: boolean
}

export interface LayoutRequest {
  annotationType: AnnotationType
  options: LayoutOptions
  signal: AbortSignal
  /** Reports a file, message or sensor that cannot be used; the rest of the source is still read. */
  fail(failure: SourceFailure): void
  /** Reports a file that is left out on purpose, with the reason. */
  skip(file: string, reason: string): void
  warn(warning: SourceWarning): void
  /** Reports how many files and bytes of the source have been read. */
  progress(files: number, bytes: number): void
  /**
   * Where the whole file is on this machine, for programs and databases that read no other way. The path is good
   * until the source is closed. @throws SourceFileError, SourceError INSUFFICIENT_STORAGE
   */
  localPath(file: SourceFile): Promise<string>
  /** An empty folder of this ingest for files that a layout makes; it is removed when the source is closed. */
  workFolder: string
  /** The program that decodes videos, by the setting FFMPEG; null where there is none. */
  ffmpeg: string | null
}

export interface SourceFailure {
  file: string
  /** For calibrations: such as `sensors.cam.pose.heading`. */
  field?: string
  type: string
  expected?: string
  found?: string
}

/** One sentence for a person, such as a missing calibration and what it costs. */
export interface SourceWarning {
  code:
    | 'LOG_TRUNCATED'
    | 'NO_CALIBRATION'
    | 'NO_TRANSFORM'
    | 'NO_PICTURE'
    | 'NO_POSES'
    | 'TF_LOOP'
    | 'DISTORTION_CUT'
    | 'FRAMES_LEFT_OUT'
  message: string
  source?: string
}

/** A file of a planned job: as it is in the source, or made from it when the job is created. */
export type PlannedFile =
  | { readonly kind: 'source'; readonly file: SourceFile }
  | {
      readonly kind: 'made'
      /** A relative path that ends as the content does, such as `lidar_top/1700000000.pcd`. */
      readonly path: string
      make(): AsyncIterable<Uint8Array>
    }

export interface PlannedSensor {
  /** `sensor_id` of the job. */
  id: string
  modality: 'lidar' | 'camera'
  /** The topic, folder or channel that it comes from. */
  source: string
  /** The calibration of the stored picture; null where it is not calibrated. */
  intrinsics: Partial<CameraIntrinsics> | null
  /** For raw clouds without a header. */
  pointLayout: PointLayout | null
  /** The largest distance in time between its files and the clock's; null where it is the clock or has no times. */
  maxOffsetMs: number | null
}

export interface PlannedFrame {
  frameId: string
  timestampNs: bigint | null
  /** At the clock's time; null without poses. */
  worldFromEgo: Pose | null
  files: readonly {
    sensorId: string
    file: PlannedFile
    /** worldFromSensor at the sensor's own time where there are poses, else egoFromSensor. */
    commonFromSensor: Pose
  }[]
}

/** One picture, one cloud, or a sequence of frames before it is cut into pieces. */
export interface PlannedSequence {
  /** Its path in the source, of which the reference id is made; for logs `name@firstFrameNs`. */
  path: string
  /** A single picture or cloud, whose reference id has no place in a sequence. */
  isSingle: boolean
  sensors: readonly PlannedSensor[]
  /** In the order of time. Files are made only when a job is created. */
  frames: readonly PlannedFrame[]
  pointCloudFrame: 'sensor' | 'common'
  /**
   * Labels of the data set for these frames, by their index in `frames`, as the `data` of a submission with classes of
   * the tag; null without any. `fail` reports each label that the tag has no class for once: type UNKNOWN, `found` the label.
   */
  labels?(frames: readonly number[], tag: Tag): Promise<object | null>
}

/** A form in which sources are laid out. Each is a folder next to this file. */
export interface Layout {
  readonly name: string
  /** Annotation types that it can give jobs of. */
  readonly annotationTypes: readonly AnnotationType[]
  /**
   * One sentence that says why the source is of this layout, such as `has metadata.yaml of a ROS 2 bag with 3 topics`;
   * null where it is not. Reads little: names, and the starts of few files.
   */
  detect(source: Source): Promise<string | null>
  /**
   * Reads the source's structure, not its content, sequence by sequence.
   * @throws SourceError where the source is not of the layout, or nothing of it can be used.
   */
  scan(source: Source, request: LayoutRequest): AsyncIterable<PlannedSequence>
}

/** The source as a whole cannot be used; `code` is `error.code` of the ingest. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly code:
    | 'LAYOUT_UNKNOWN'
    | 'NOT_THIS_FORMAT'
    | 'FS_0003'
    | 'CALIBRATION_INVALID'
    | 'VIDEO_DECODER_MISSING'
    | 'INSUFFICIENT_STORAGE'
    | 'ARCHIVE_INVALID'
    | 'ARCHIVE_TOO_LARGE'
    | 'UNSAFE_PATH'
    | 'LOG_INVALID'

  constructor(code: SourceError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** One file cannot be read: it is gone, cut, or not what its name says. */
export class SourceFileError extends Error {
  override readonly name = 'SourceFileError'
  readonly failure: SourceFailure

  constructor(failure: SourceFailure, message: string) {
    super(message)
    this.failure = failure
  }
}
