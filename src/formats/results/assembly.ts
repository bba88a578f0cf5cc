import { type Attribute, type AttributeValues, isAsked } from '../../model/attribute.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import {
  type CuboidRecord,
  type FlatRecord,
  frameAttributes,
  type Projected,
  type SpaceRecord,
} from '../../model/document/records.ts'
import type { JobMetadata } from '../../model/jobMetadata.ts'
import type { TagClass } from '../../model/tag.ts'
import type { AssistanceOf } from './assistance.ts'
import type { AgreementOf, DeliveredConsensus, DeliveredReview } from './deliveredQuality.ts'
import type { FrameContext, JobContext } from './jobContext.ts'

/**
 * Makes `_id`s of records without one. Returning the same answer for the same record keeps ids stable over versions.
 */
export type RecordIdMaker = (trackId: string, sensorId: string, frame: number) => string

/** Values that need point clouds, cameras and files; the caller computes them. */
export interface Computed {
  /** Finite points of all lidars of that frame inside the track's cuboid. */
  pointCount(trackId: string, frame: number): number
  projected: Projected
  /** For segmentation; null for other types. */
  labelledCloud: LabelledCloud | null
}

export interface LabelledCloud {
  url: string
  pointCount: number
  /** Points by label_key. */
  counts: ReadonlyMap<number, number>
}

export interface Assembly {
  document: AnnotatedDocument
  job: JobContext
  computed: Computed
  resultVersion: number
  /** As sent by the customer; left out if absent. */
  metadata?: JobMetadata
  /** For work that several people did independently. */
  consensus?: DeliveredConsensus | null
  /** For reviewed work. */
  review?: DeliveredReview | null
  /** The records that began as suggestions; absent: none did. */
  assistanceOf?: AssistanceOf
  /** Absent: one person made the work. */
  agreementOf?: AgreementOf
  recordId: RecordIdMaker
  /** Called with the number of records that were written since it was called before. */
  onRecords?(count: number): void
}

/** The tag's own attributes, where there are any. */
export function ownAttributes({ document, job }: Assembly): Record<string, unknown> {
  const { attributes } = job.tag
  const frames = [...document.frameAttributes].sort(([a], [b]) => a - b)
  return {
    ...(document.jobAttributes.size > 0 && { job_attributes: writeAttributes(document.jobAttributes, attributes) }),
    ...(frames.length > 0 && {
      frame_attributes: keyed(
        frames.map(([frame, values]) => [job.frames[frame].frameId, writeAttributes(values, attributes)]),
      ),
    }),
  }
}

/**
 * Values in the order of the tag's attributes; attributes that the tag no longer has or does not ask are not delivered.
 */
export function writeAttributes(
  values: AttributeValues,
  attributes: readonly Attribute[],
): Record<string, { value: unknown }> {
  const known = attributes.filter((one) => values.has(one.name) && isAsked(one, attributes, values))
  return keyed(known.map(({ name }) => [name, { value: values.get(name) }]))
}

/** The assistance of a record that began as a suggestion, or of an object if `frameId` is null. */
export function assistanceIn({ assistanceOf }: Assembly, trackId: string, frameId: string | null) {
  const assistance = assistanceOf?.(trackId, frameId)
  return assistance && { assistance }
}

/** The agreement on a record that several people annotated. */
export function agreementIn(
  { agreementOf }: Assembly,
  { track, sensorId, frame }: CuboidRecord | SpaceRecord | FlatRecord,
) {
  const agreement = agreementOf?.(track.id, sensorId, frame) ?? null
  return agreement !== null && { agreement }
}

/** Those per frame. */
export const recordAttributes = (record: CuboidRecord | SpaceRecord | FlatRecord, { attributes }: TagClass) =>
  writeAttributes(frameAttributes(record), attributes)

/** The timestamp of a frame as sent, if any. Frames with sensors repeat it themselves. */
export const timestampOf = ({ timestamp }: FrameContext) => timestamp !== null && { timestamp }

/** An object by keys that may be any string. Without a prototype `__proto__` is a key like any other. */
export function keyed<V>(entries: Iterable<readonly [string, V]>): Record<string, V> {
  const object: Record<string, V> = Object.create(null)
  for (const [key, value] of entries) object[key] = value
  return object
}
