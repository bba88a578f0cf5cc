import { isJsonObject, type JsonObject } from '../../formats/results/read.ts'
import type { Random } from '../street/random.ts'
import type { SubmissionData } from '../street/submission.ts'

/** This share of the objects is not found. */
const MISSED = 0.1
/** Deviations: shares of an image, metres. */
const IMAGE_NOISE = 0.004
const POSITION_NOISE_M = 0.15

/**
 * The ground truth as a model might see it: `{data, scores}` of predict. It leaves out masks, since boxes say the same.
 */
export function disturbedData(truth: SubmissionData, random: Random): { data: JsonObject; scores: JsonObject } {
  const scores: JsonObject = {}
  const missed = new Map<unknown, boolean>()
  let made = 0
  const isMissed = (record: JsonObject) => {
    const key = record.track_id ?? record
    const known = missed.get(key) ?? random.next() < MISSED
    missed.set(key, known)
    return known
  }
  const seen = (records: unknown): JsonObject[] =>
    (Array.isArray(records) ? records : []).filter(isJsonObject).flatMap((record) => {
      // Boxes on cameras follow their cuboids.
      if (isMissed(record) || record.linked_id !== undefined) return []
      const _id = typeof record._id === 'string' ? record._id : `suggestion-${++made}`
      scores[_id] = Math.round(random.between(0.45, 0.99) * 100) / 100
      return [{ ...disturbed(record, random), _id }]
    })
  if (isJsonObject(truth.annotations)) {
    const { rectangles } = truth.annotations
    return { data: { annotations: { rectangles: seen(rectangles) } }, scores }
  }
  const { annotation_data: all } = truth
  if (!isJsonObject(all)) return { data: {}, scores }
  const annotations = seen(all.annotations)
  if (all.tracks === undefined) return { data: { annotation_data: { annotations } }, scores }
  // Disturbed boxes move, so no object stays stationary.
  const tracks = (Array.isArray(all.tracks) ? all.tracks : [])
    .filter(isJsonObject)
    .filter(({ track_id }) => annotations.some((record) => record.track_id === track_id))
    .map((track) => ({ ...track, stationary: false }))
  return { data: { annotation_data: { tracks, annotations } }, scores }
}

/** Not quite where it is. */
export function disturbed(record: JsonObject, random: Random): JsonObject {
  const { coordinates, frames, position } = record
  return {
    ...record,
    ...(Array.isArray(coordinates) && { coordinates: shifted(coordinates, random) }),
    ...(isJsonObject(position) && { position: movedBy(position, random) }),
    ...(isJsonObject(frames) && {
      frames: Object.fromEntries(
        Object.entries(frames).map(([id, one]) => [id, isJsonObject(one) ? disturbed(one, random) : one]),
      ),
    }),
  }
}

/** Corners of an upright box, moved side by side; within the image. */
function shifted(corners: readonly unknown[], random: Random): unknown[] {
  const [from, , to] = corners
  if (!isJsonObject(from) || !isJsonObject(to)) return [...corners]
  const noisy = (value: unknown) => Math.min(1, Math.max(0, Number(value) + random.normal() * IMAGE_NOISE))
  const [left, top, right, bottom] = [noisy(from.x), noisy(from.y), noisy(to.x), noisy(to.y)]
  if (right - left < 0.001 || bottom - top < 0.001) return [...corners]
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}

const movedBy = ({ x, y, z }: JsonObject, random: Random): JsonObject => ({
  x: Number(x) + random.normal() * POSITION_NOISE_M,
  y: Number(y) + random.normal() * POSITION_NOISE_M,
  z,
})
