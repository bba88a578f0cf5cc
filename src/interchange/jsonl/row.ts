import { isResultOf } from '../../formats/results/resultForm.ts'
import type { ExportFrame, ExportJob } from '../core/exportSet.ts'
import type { Losses } from '../core/losses.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import { type BoxRecord, boxTracks, type UnitRectangle } from '../records/boxRecords.ts'
import { imageRecords, type ResultShape, videoTracks, type WireAttributes } from '../records/flatRecords.ts'
import { relationRecords, relationsByObject } from '../records/relationRecords.ts'
import { boundsOf, type PixelSize, pixelRings, roundPx, toPixels } from '../shapes/rings.ts'
import { maskBounds } from '../shapes/runLengths.ts'

type Cell = string | number | boolean | null

/** One record as flat columns; those that a kind of record does not have are null. Lengths in metres, x1 … y2 in pixels. */
export interface RecordRow {
  job_id: string
  reference_id: string
  tag: string
  result_version: number
  frame_id: string | null
  sensor_id: string | null
  track_id: string | null
  record_id: string | null
  /**
   * The type in the result document; `legend`, `job_attributes` and `frame_attributes` for what is not a record there.
   */
  type: string
  label: string | null
  /** JSON: name → value. */
  attributes: string
  x: number | null
  y: number | null
  z: number | null
  length: number | null
  width: number | null
  height: number | null
  qw: number | null
  qx: number | null
  qy: number | null
  qz: number | null
  x1: number | null
  y1: number | null
  x2: number | null
  y2: number | null
  image_width: number | null
  image_height: number | null
  /** JSON: the whole shape, as in the result document. */
  geometry: string | null
  hidden: boolean | null
  key_frame: boolean | null
  source: string | null
  point_count: number | null
  /** How far several annotators agree with the record, 0 to 1; null: one person made it. */
  agreement: number | null
  /** What the review of the job found, `accepted` or `fixed`; null without one. */
  review: string | null
  /** JSON: name → value. */
  metadata: string | null
  /** JSON: a list of `{name, to}` for objects with relations; otherwise absent. */
  relations?: string
}

const EMPTY = {
  frame_id: null,
  sensor_id: null,
  track_id: null,
  record_id: null,
  label: null,
  attributes: '{}',
  x: null,
  y: null,
  z: null,
  length: null,
  width: null,
  height: null,
  qw: null,
  qx: null,
  qy: null,
  qz: null,
  x1: null,
  y1: null,
  x2: null,
  y2: null,
  image_width: null,
  image_height: null,
  geometry: null,
  hidden: null,
  key_frame: null,
  source: null,
  point_count: null,
  agreement: null,
} satisfies Partial<Record<keyof RecordRow, Cell>>

/** The columns that every row has. */
export const ROW_COLUMNS: readonly string[] = [
  'job_id',
  'reference_id',
  'tag',
  'result_version',
  'type',
  'review',
  'metadata',
  'relations',
  ...Object.keys(EMPTY),
]

/** The rows of a job: its own attributes, those of its frames, then its records in the order of the document. */
export function* rowsOf(job: ExportJob): Generator<RecordRow> {
  const related = relationsByObject(relationRecords(job.document))
  for (const row of plainRows(job)) {
    const relations = related.get(row.track_id ?? row.record_id ?? '')
    yield relations ? { ...row, relations: JSON.stringify(relations) } : row
  }
}

function* plainRows(job: ExportJob): Generator<RecordRow> {
  const { document } = job
  const head = headOf(job)
  yield* attributeRows(job, head)
  if (isResultOf(document, 'image')) {
    for (const record of imageRecords(document)) yield flatRow(head, record, sizeOf(job.frames[0]))
  } else if (isResultOf(document, 'video')) {
    const sizes = new Map(job.frames.map((frame) => [frame.frameId, sizeOf(frame)]))
    for (const { records } of videoTracks(document))
      for (const record of records.values()) yield flatRow(head, record, sizes.get(record.frameId) ?? null)
  } else if (isResultOf(document, 'boxes')) {
    const tracks = boxTracks(document)
    for (const record of [...boxesByFrame(document).values()].flat())
      yield boxRow(head, record, tracks.get(record.trackId)?.attributes ?? {}, imageOf(job, record))
  } else if (isResultOf(document, 'points')) {
    for (const { value, point_count, ...entry } of document.data.legend)
      if (point_count > 0)
        yield { ...EMPTY, ...head, type: 'legend', label: value, geometry: JSON.stringify(entry), point_count }
  }
}

/** What rows cannot say of a job, which `countRowLosses` counts. */
export const ROW_LOSSES = ['point_label_dropped']

/** A segmentation has a row for each of its classes and instances: rows cannot say which points belong to which. */
export function countRowLosses(job: ExportJob, losses: Losses): void {
  if (!isResultOf(job.document, 'points')) return
  const labelled = job.document.data.legend.filter(({ label_key: key }) => key > 0)
  losses.add('point_label_dropped', job, { count: labelled.reduce((sum, entry) => sum + entry.point_count, 0) })
}

type Head = Pick<RecordRow, 'job_id' | 'reference_id' | 'tag' | 'result_version' | 'review' | 'metadata'>

const headOf = (job: ExportJob): Head => ({
  job_id: job.jobId,
  reference_id: job.referenceId,
  tag: job.tag.name,
  result_version: job.resultVersion,
  review: job.document.data.review?.outcome ?? null,
  metadata: job.metadata && JSON.stringify(job.metadata),
})

function* attributeRows({ document: { data } }: ExportJob, head: Head): Generator<RecordRow> {
  const ofJob =
    'image_attributes' in data ? data.image_attributes : 'job_attributes' in data ? data.job_attributes : null
  if (ofJob && Object.keys(ofJob).length > 0)
    yield { ...EMPTY, ...head, type: 'job_attributes', attributes: plain(ofJob) }
  const ofFrames = 'frame_attributes' in data ? (data.frame_attributes ?? {}) : {}
  for (const [frame_id, values] of Object.entries(ofFrames))
    yield { ...EMPTY, ...head, type: 'frame_attributes', frame_id, attributes: plain(values) }
}

/** JSON of name → value; any string may be a name. */
function plain(...groups: readonly WireAttributes[]): string {
  const members = groups.flatMap((group) => Object.entries(group))
  return `{${members.map(([name, { value }]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
}

const sizeOf = (frame: ExportFrame): PixelSize | null => frame.files[0]?.size ?? null

function imageOf({ frames }: ExportJob, { frameId, sensorId }: BoxRecord): PixelSize | null {
  const frame = frames.find((one) => one.frameId === frameId)
  return frame?.files.find((file) => file.sensorId === sensorId)?.size ?? null
}

function flatRow(head: Head, record: ResultShape, size: PixelSize | null): RecordRow {
  const { type, ...geometry } = record.shape
  return {
    ...EMPTY,
    ...head,
    frame_id: record.frameId || null,
    track_id: record.trackId,
    record_id: record.id,
    type,
    label: record.label,
    attributes: plain(record.attributes, record.frameAttributes),
    ...(size && { ...flatBounds(record, size), image_width: size.widthPx, image_height: size.heightPx }),
    geometry: JSON.stringify(geometry),
    hidden: record.hidden,
    key_frame: record.keyFrame,
    source: record.source,
    agreement: record.agreement,
  }
}

type Bounds = Pick<RecordRow, 'x1' | 'y1' | 'x2' | 'y2'>

function flatBounds({ shape }: ResultShape, size: PixelSize): Bounds | null {
  const box =
    shape.type === 'mask'
      ? maskBounds(shape.counts, shape.heightPx)
      : boundsOf(
          pixelRings(shape, size)?.flat() ??
            ('points' in shape ? shape.points.map((point) => toPixels(point, size)) : []),
        )
  return box && { x1: box.left, y1: box.top, x2: box.right, y2: box.bottom }
}

function boxRow(head: Head, record: BoxRecord, ofTrack: WireAttributes, size: PixelSize | null): RecordRow {
  const row = {
    ...EMPTY,
    ...head,
    frame_id: record.frameId,
    sensor_id: record.sensorId,
    track_id: record.trackId,
    record_id: record.id,
    type: record.type,
    label: record.label,
    attributes: plain(ofTrack, record.attributes),
    hidden: false,
    key_frame: record.keyFrame,
    source: record.source,
    agreement: record.agreement,
  }
  if (record.type === 'cuboid') {
    const { position, heading } = record.commonFromBox
    const { w: qw, x: qx, y: qy, z: qz } = heading
    return { ...row, ...position, ...record.dimensions, qw, qx, qy, qz, point_count: record.pointCount }
  }
  if (record.type !== 'rectangle') return { ...row, geometry: JSON.stringify({ points: record.points }) }
  const { rectangle, projected, linkedId } = record
  return {
    ...row,
    ...(size && { ...pixelBounds(rectangle, size), image_width: size.widthPx, image_height: size.heightPx }),
    geometry: JSON.stringify({ ...rectangle, linked_id: linkedId, projected }),
  }
}

const pixelBounds = ({ left, top, right, bottom }: UnitRectangle, { widthPx, heightPx }: PixelSize): Bounds => ({
  x1: roundPx(left * widthPx),
  y1: roundPx(top * heightPx),
  x2: roundPx(right * widthPx),
  y2: roundPx(bottom * heightPx),
})
