import type { AnnotationType } from '../../model/annotationType.ts'
import { isOneRecord, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { isJsonObject, type JsonObject, own } from '../results/read.ts'
import { IMAGE_GROUPS } from '../results/wireShapes.ts'

/**
 * A record that an assistant proposes, in the submitted form, with the entries that belong to it elsewhere in the
 * submission.
 */
export interface Proposed {
  record: Record<string, unknown>
  /** Entry of the list of tracks (cuboids). */
  track?: JsonObject
  /** Rectangles on cameras that belong to the cuboid. */
  linked?: JsonObject[]
  score: number | null
}

/** Records that are read from one submission at most. */
export const MAX_RECORDS = 50_000

const listOf = (holder: unknown, key: string): JsonObject[] => {
  const list = isJsonObject(holder) ? own(holder, key) : undefined
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

/** Marks a record as a machine's and gives it an `_id`. */
const ownRecord = (record: JsonObject, newId: () => string, more: JsonObject = {}): Record<string, unknown> => ({
  ...record,
  ...more,
  _id: typeof record._id === 'string' && record._id !== '' ? record._id : newId(),
  source: 'machine',
})

/** The records of the submitted `data`, in document order. A segmentation has none: see labelRecords. */
export function recordsOfData(annotationType: AnnotationType, data: JsonObject, newId: () => string): Proposed[] {
  if (isOneRecord(annotationType)) {
    return IMAGE_GROUPS.flatMap(({ name, kind }) =>
      listOf(data.annotations, name).map((record) => ({
        record: ownRecord(record, newId, { type: kind }),
        score: null,
      })),
    )
  }
  const records = listOf(data.annotation_data, 'annotations')
  if (rulesOf(annotationType).result === 'video') {
    return records.map((entry) => {
      const record = ownRecord(entry, newId)
      return { record: { track_id: record._id, ...record, frames: machineFrames(entry.frames) }, score: null }
    })
  }
  if (rulesOf(annotationType).hasLabels) return []
  return boxRecords(data, records, newId)
}

function machineFrames(frames: unknown): unknown {
  if (!isJsonObject(frames)) return frames
  return Object.fromEntries(
    Object.entries(frames).map(([id, one]) => [id, isJsonObject(one) ? { ...one, source: 'machine' } : one]),
  )
}

/**
 * Cuboids, polylines and key points by frame; a rectangle on a camera goes with the cuboid of its object and frame, if
 * there is one.
 */
function boxRecords(data: JsonObject, records: readonly JsonObject[], newId: () => string): Proposed[] {
  const tracks = new Map(listOf(data.annotation_data, 'tracks').map((track) => [track.track_id, track]))
  const cuboids = new Map<string, Proposed>()
  const byId = new Map<unknown, Proposed>()
  const proposed: Proposed[] = []
  const rectangles: JsonObject[] = []
  for (const one of records) {
    if (one.type === 'rectangle') {
      rectangles.push(one)
      continue
    }
    const track = tracks.get(one.track_id)
    const record = ownRecord(one, newId, { type: one.type ?? 'cuboid', track_id: one.track_id ?? newId() })
    const made: Proposed = { record, ...(track && { track }), score: null }
    cuboids.set(JSON.stringify([record.track_id, record.frame_id]), made)
    byId.set(record._id, made)
    proposed.push(made)
  }
  for (const one of rectangles) {
    const cuboid = byId.get(one.linked_id) ?? cuboids.get(JSON.stringify([one.track_id, one.frame_id]))
    const record = ownRecord(one, newId, { track_id: one.track_id ?? cuboid?.record.track_id ?? newId() })
    if (cuboid) cuboid.linked = [...(cuboid.linked ?? []), record]
    else proposed.push({ record, score: null })
  }
  return proposed
}

/** `data` in the submitted form with only these records. */
export function dataOfRecords(
  annotationType: AnnotationType,
  proposed: readonly Omit<Proposed, 'score'>[],
): JsonObject {
  if (isOneRecord(annotationType)) {
    const groups = IMAGE_GROUPS.map(({ name, kind }) => [
      name,
      proposed.filter(({ record }) => record.type === kind).map(({ record }) => record),
    ])
    return { annotations: Object.fromEntries(groups) }
  }
  const annotations = proposed.flatMap(({ record, linked = [] }) => [record, ...linked])
  if (rulesOf(annotationType).result === 'video') return { annotation_data: { annotations } }
  const tracks = new Map(proposed.flatMap(({ track }) => (track ? [[track.track_id, track] as const] : [])))
  return { annotation_data: { tracks: [...tracks.values()], annotations } }
}
