import { distinctRelations, isSameRelation, NO_RELATIONS, type Relation } from '../../relation.ts'
import type { Tag } from '../../tag.ts'
import type { Track } from '../document.ts'
import type { Edit } from '../operations/documentOperation.ts'

type Tracks = ReadonlyMap<string, Track>

export const relationsSet = (trackId: string, relations: readonly Relation[]): Edit => ({
  type: 'setRelations',
  trackId,
  relations,
})

/** Edits that add relations to an object. Beyond `max` of a name the oldest ones give way. */
export function relationsAdded(
  { id, relations = NO_RELATIONS }: Track,
  added: readonly Relation[],
  max = Number.POSITIVE_INFINITY,
): Edit[] {
  const all = distinctRelations([...relations, ...added])
  if (all.length === relations.length) return []
  const isAmongLast = ({ name }: Relation, index: number) =>
    !added.some((one) => one.name === name) || all.slice(index).filter((one) => one.name === name).length <= max
  return [relationsSet(id, all.filter(isAmongLast))]
}

export const relationRemoved = ({ id, relations = NO_RELATIONS }: Track, relation: Relation): Edit =>
  relationsSet(
    id,
    relations.filter((one) => !isSameRelation(one, relation)),
  )

/** The edits, and what takes away the relations to objects that are not there after them. */
export function withoutDangling(tag: Pick<Tag, 'relations'>, tracks: Tracks, edits: readonly Edit[]): readonly Edit[] {
  if (!tag.relations) return edits
  const after = new Map(Array.from(tracks, ([id, { relations }]) => [id, relations ?? NO_RELATIONS]))
  for (const edit of edits) {
    if (edit.type === 'removeTrack') after.delete(edit.trackId)
    else if (edit.type === 'putTrack') after.set(edit.track.id, edit.track.relations ?? NO_RELATIONS)
    else if (edit.type === 'setRelations') after.set(edit.trackId, edit.relations)
  }
  const dangling = [...after].flatMap(([id, relations]) => {
    const kept = relations.filter(({ to }) => after.has(to))
    return kept.length < relations.length ? [relationsSet(id, kept)] : []
  })
  return [...edits, ...dangling]
}

/**
 * Edits to follow a merge, so that objects which became part of another one hand it their relations, and it takes their
 * place in those of others.
 * @param tracks before the merge
 * @param mergedInto the object that each one became part of
 */
export function relationsJoined(tracks: Tracks, mergedInto: ReadonlyMap<string, string>): Edit[] {
  const last = (id: string): string => {
    const next = mergedInto.get(id)
    return next === undefined ? id : last(next)
  }
  const joined = new Map<string, Relation[]>()
  for (const { id, relations } of tracks.values()) {
    if (!relations) continue
    const moved = relations.map(({ name, to }) => ({ name, to: last(to) })).filter(({ to }) => to !== last(id))
    joined.set(last(id), [...(joined.get(last(id)) ?? []), ...moved])
  }
  return [...joined].flatMap(([id, all]) => {
    const relations = distinctRelations(all)
    const before = tracks.get(id)?.relations ?? NO_RELATIONS
    const isSame = relations.length === before.length && relations.every((one, i) => isSameRelation(one, before[i]))
    return isSame ? [] : [relationsSet(id, relations)]
  })
}

/** Relates copies of objects to each other as their originals are, and to nothing else. */
export function relationsOfCopies(copies: readonly { from: Track; copy: Track }[]): Track[] {
  const copyOf = new Map(copies.map(({ from, copy }) => [from.id, copy.id]))
  return copies.map(({ from, copy: { relations: _, ...copy } }) => {
    const relations = (from.relations ?? NO_RELATIONS).flatMap(({ name, to }) => {
      const target = copyOf.get(to)
      return target === undefined ? [] : [{ name, to: target }]
    })
    return relations.length > 0 ? { ...copy, relations } : copy
  })
}
