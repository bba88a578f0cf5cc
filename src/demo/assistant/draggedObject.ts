import { isJsonObject, type JsonObject } from '../../formats/results/read.ts'
import type { Random } from '../street/random.ts'
import type { SubmissionData } from '../street/submission.ts'
import { disturbed } from './disturbedData.ts'

/** Farther from the middle of a drag there is another object. */
const REACH_M = 3

/** Answers `fit` with the cuboid of the frame that is nearest to the middle of the drag; null if there is none. */
export function draggedObject(truth: SubmissionData, input: JsonObject, random: Random): object {
  const { frame_id, gesture } = input
  const { from, to } = isJsonObject(gesture) ? gesture : {}
  const [a, b] = [placeOf(from), placeOf(to)]
  const all = isJsonObject(truth.annotation_data) ? truth.annotation_data.annotations : []
  const [nearest] = (Array.isArray(all) ? all : [])
    .filter(isJsonObject)
    .filter((record) => isJsonObject(record.dimensions) && record.frame_id === frame_id)
    .map((record) => ({ record, place: placeOf(record.position) }))
    .map(({ record, place }) => ({ record, awayM: Math.hypot(place.x - (a.x + b.x) / 2, place.y - (a.y + b.y) / 2) }))
    .sort((one, other) => one.awayM - other.awayM)
  if (!nearest || nearest.awayM > REACH_M) return { cuboid: null, score: null }
  const { position, heading, dimensions } = disturbed(nearest.record, random)
  return { cuboid: { position, heading, dimensions }, score: 0.9 }
}

const placeOf = (given: unknown): { x: number; y: number } =>
  isJsonObject(given) ? { x: Number(given.x), y: Number(given.y) } : { x: Number.NaN, y: Number.NaN }
