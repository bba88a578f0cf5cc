import { isResultOf } from '../../formats/results/resultForm.ts'
import type { ResultDocument } from '../../formats/results/schemas.ts'
import type { Tag } from '../../model/tag.ts'

/** A relation of a result, or of a data set: both objects by their ids, as relations name them. */
export interface RelationRecord {
  from: string
  name: string
  to: string
}

interface Related {
  relations?: readonly { name: string; to: string }[]
}

/** All relations of a result, in the order of its objects. */
export function relationRecords(document: ResultDocument): RelationRecord[] {
  if (isResultOf(document, 'image')) {
    const records: readonly (Related & { _id: string })[] = Object.values(document.data.annotations).flat()
    return records.flatMap((record) => ofObject(record._id, record))
  }
  if (isResultOf(document, 'points')) return []
  const tracks: readonly (Related & { track_id: string })[] = isResultOf(document, 'video')
    ? document.data.annotation_data.annotations
    : document.data.annotation_data.tracks
  return tracks.flatMap((track) => ofObject(track.track_id, track))
}

const ofObject = (from: string, { relations = [] }: Related): RelationRecord[] =>
  relations.map(({ name, to }) => ({ from, name, to }))

/** Relations of each object, as `data` that is submitted has them. */
export function relationsByObject(records: Iterable<RelationRecord>): Map<string, { name: string; to: string }[]> {
  const byObject = new Map<string, { name: string; to: string }[]>()
  for (const { from, name, to } of records) byObject.set(from, [...(byObject.get(from) ?? []), { name, to }])
  return byObject
}

export const hasRelation = ({ relations = [] }: Pick<Tag, 'relations'>, name: string): boolean =>
  relations.some((one) => one.name === name)
