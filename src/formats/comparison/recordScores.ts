import { isJsonObject, type JsonObject, own } from '../results/read.ts'
import { listIn, recordsIn } from '../results/resultClasses.ts'

/**
 * Scores of the records of a document, by `_id` and by `track_id`: `score` of the record or of its `assistance`. null:
 * no record has one. Throws an Error that names a record without a score if others have one.
 */
export function recordScores(document: unknown): ReadonlyMap<string, number> | null {
  const data = isJsonObject(document) ? own(document, 'data') : null
  const scored = (isJsonObject(data) ? scoredRecordsIn(data) : []).map((record) => {
    const assistance = own(record, 'assistance')
    return {
      record,
      score: own(record, 'score') ?? (isJsonObject(assistance) ? own(assistance, 'score') : null) ?? null,
    }
  })
  if (scored.every(({ score }) => score === null)) return null
  const scores = new Map<string, number>()
  for (const [i, { record, score }] of scored.entries()) {
    if (typeof score !== 'number' || !(score >= 0 && score <= 1)) {
      throw new Error(`record ${i + 1} has the score ${JSON.stringify(score)}: a number from 0 to 1 was expected`)
    }
    const ids = [own(record, '_id'), own(record, 'track_id')].filter((id) => typeof id === 'string')
    if (ids.length === 0) throw new Error(`record ${i + 1} has a score, but no _id`)
    for (const id of ids) scores.set(id, score)
  }
  return scores
}

/** Records that have their own score: tracks have none, and boxes on cameras share that of their object's cuboid. */
function scoredRecordsIn(data: JsonObject): JsonObject[] {
  const tracks = new Set(listIn(own(data, 'annotation_data'), 'tracks'))
  const records = recordsIn(data).filter((record) => !tracks.has(record))
  const cuboids = new Set(records.filter(({ type }) => type === 'cuboid').map((record) => own(record, 'track_id')))
  return records.filter(({ type, track_id: id }) => !(type === 'rectangle' && cuboids.has(id)))
}
