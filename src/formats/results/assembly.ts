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

/** Makes `_id`s of records that have none. The same answer for the same record keeps ids stable over versions. */
export type RecordIdMaker = (trackId: string, sensorId: string, frame: number) => string

/** What only point clouds, cameras and files can tell; worked out by the caller. */
export interface Computed {
  /** Finite points of all lidars of that frame inside the track's cuboid. */
  pointCount(trackId: string, frame: number): number
  projected: Projected
  /** Of segmentation; null elsewhere. */
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
  /** As the customer sent it; left out where there is none. */
  metadata?: JobMetadata
  /** Of work that several people made, each alone. */
  consensus?: DeliveredConsensus | null
  /** Of work that was reviewed. */
  review?: DeliveredReview | null
  /** Which records began as suggestions; absent: none did. */
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

/** Values in the order in which the tag defines them; what the tag no longer knows or does not ask for is not delivered. */
export function writeAttributes(
  values: AttributeValues,
  attributes: readonly Attribute[],
): Record<string, { value: unknown }> {
  const known = attributes.filter((one) => values.has(one.name) && isAsked(one, attributes, values))
  return keyed(known.map(({ name }) => [name, { value: values.get(name) }]))
}

/** Of a record, or with `frameId` null of an object, that began as a suggestion. */
export function assistanceIn({ assistanceOf }: Assembly, trackId: string, frameId: string | null) {
  const assistance = assistanceOf?.(trackId, frameId)
  return assistance && { assistance }
}

/** Of a record that several people annotated. */
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

/** The time of a frame as it was sent, where it was. Frames with sensors repeat what was sent themselves. */
export const timestampOf = ({ timestamp }: FrameContext) => timestamp !== null && { timestamp }

/** An object by keys that may be any string. Without a prototype `__proto__` is a key like any other. */
export function keyed<V>(entries: Iterable<readonly [string, V]>): Record<string, V> {
  const object: Record<string, V> = Object.create(null)
  for (const [key, value] of entries) object[key] = value
  return object
}
