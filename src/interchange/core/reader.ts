import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import type { Tag } from '../../model/tag.ts'
import type { SentRig } from './sentRig.ts'

/** An archive or a single file that someone sent; its content is untrusted. */
export interface SentArchive {
  /** Entries by name, `/` between parts; folders left out. */
  readonly names: readonly string[]
  has(name: string): boolean
  /** @throws ImportError FILE of an entry that is missing or larger than `maxBytes`. */
  read(name: string, maxBytes?: number): Promise<Uint8Array>
  /** UTF-8 text, a byte order mark left out. @throws ImportError ENCODING */
  readText(name: string, maxBytes?: number): Promise<string>
  open(name: string): AsyncIterable<Uint8Array>
}

/** Reads a data set, part by part. @throws ImportError when the archive is not of the format at all. */
export type Reader = (archive: SentArchive, request: ReadRequest) => AsyncIterable<ImportedJob>

export interface ReadRequest {
  tag: Tag
  options: Readonly<Record<string, unknown>>
  /** Reports an entry or object that cannot be used; reading continues. */
  fail(failure: ImportFailure): void
}

/** The labels of one job of a data set, matched by its names. */
export interface ImportedJob {
  /** The entry that it comes from, for messages. */
  file: string
  /** From manifest.json of our own exports, or where the format carries it. */
  referenceId: string | null
  /** Names of its image, cloud or sequence, with or without folders and endings, to compare with the job's URLs. */
  fileNames: readonly string[]
  /** Labels that the tag must know, `map` applied by the importer before `build`. */
  labels: ReadonlySet<string>
  /** The entries or addresses of images that a job body can be made of, in the order of frames, for `into: jobs`. */
  sources: readonly string[]
  /** Pixels of its image, if the data set has them. */
  imageSize?: { widthPx: number; heightPx: number } | null
  /** Ids of those frames, for videos; their numbers from 0 if the format has no ids. */
  sourceFrameIds?: readonly string[]
  /** It is of a video, in a format that knows sequences of sensors too. */
  isVideo?: boolean
  /** Sensors and frames that the body of a job with sensors can be made of. */
  rig?(): Promise<SentRig>
  /** `data` as submitted. `rename` turns a label of the data set into a class; null leaves the record out. */
  build(target: ImportTarget, rename: (label: string) => string | null): Promise<object>
}

/** The known facts of the job that the labels are for. */
export interface ImportTarget {
  /** Whether the job has only some of the frames of the data set: labels of the others are left out. */
  isPart?: boolean
  frames: readonly TargetFrame[]
  sensors: readonly TargetSensor[]
  pointCloudFrame: 'sensor' | 'common' | null
}

export interface TargetSensor {
  id: string
  modality: 'lidar' | 'camera'
  primaryView: boolean
  isEditable: boolean
  intrinsics: CameraIntrinsics | null
}

export interface TargetFrame {
  frameId: string
  worldFromEgo: Pose | null
  files: readonly {
    sensorId: string
    url: string
    size: { widthPx: number; heightPx: number } | null
    pointCount: number | null
    commonFromSensor: Pose | null
  }[]
}

export interface ImportFailure {
  file: string
  line?: number
  field?: string
  type: string
  /** The name of what the job cannot hold: the record that has it was imported without it. */
  lost?: string
}

/** The archive cannot be read. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly failure: ImportFailure

  constructor(failure: ImportFailure, message: string) {
    super(message)
    this.failure = failure
  }
}
