import type { Fault } from '../../formats/errors/fault.ts'
import type { KeptSensor } from '../../formats/jobBody/wire.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import type { JobMetadata } from '../../model/jobMetadata.ts'
import type { NamedUpload } from '../files/files.ts'

/** The stored facts of `data` that passed its checks: a summary, since the data may be many megabytes. */
export interface DataFacts {
  frames: number
  warnings: readonly { field: string; type: string }[]
  /** Kept configurations as they are now: a later change of theirs is not to change this job. */
  usedSensors: Readonly<Record<string, KeptSensor>> | null
  /** Uploaded files that it names; whether the project has them is checked later. */
  uploads: readonly NamedUpload[]
}

/** A job body that passed every check but those that ask the database. */
export interface JobBodyFacts extends DataFacts {
  referenceId: string
  tag: string
  annotationType: AnnotationType
  batchId: string | null
  priorityWeight: number
  callbackUrl: string | null
  metadata: JobMetadata
  predictionFault: Fault | null
  payloadSha256: Uint8Array
  /** Addresses of its files, where they were asked for. */
  urls: readonly string[]
}
