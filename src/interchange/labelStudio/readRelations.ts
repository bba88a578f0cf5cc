import type { Tag } from '../../model/tag.ts'
import { hasRelation, type RelationRecord } from '../records/relationRecords.ts'
import { RELATION } from './leftOut.ts'
import type { LabelResult } from './tasks.ts'

/** Relations between regions that the tag has, and how many others there are. */
export function readRelations(
  results: readonly LabelResult[],
  tag: Tag,
  objectOf: ReadonlyMap<string, string>,
): { relations: RelationRecord[]; left: number } {
  const sent = results.filter(({ type }) => type === RELATION)
  const found = sent.map((result) => relationsOf(result, tag, objectOf))
  return { relations: found.flat(), left: found.filter((list) => list.length === 0).length }
}

/** One relation per label; both directions if the region has both. Without labels it has no name. */
function relationsOf(
  { from_id: fromId = '', to_id: toId = '', direction, labels }: LabelResult,
  tag: Tag,
  objectOf: ReadonlyMap<string, string>,
): RelationRecord[] {
  const [from, to] = [objectOf.get(fromId), objectOf.get(toId)]
  const names = Array.isArray(labels) ? labels.filter((one) => typeof one === 'string' && hasRelation(tag, one)) : []
  if (!from || !to || !Array.isArray(labels) || names.length < labels.length) return []
  return names.flatMap((name) => [
    ...(direction === 'left' ? [] : [{ from, name, to }]),
    ...(direction === 'left' || direction === 'bi' ? [{ from: to, name, to: from }] : []),
  ])
}
