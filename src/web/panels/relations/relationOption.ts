import type { Track } from '../../../model/document/document.ts'
import { relationsAdded } from '../../../model/document/edits/relations.ts'
import type { Edit } from '../../../model/document/operations/documentOperation.ts'
import { isSameRelation, NO_RELATIONS, type Relation, type TagRelation } from '../../../model/relation.ts'
import { classById, type Tag } from '../../../model/tag.ts'

/** A relation of the tag that objects may have to another one; the other way round where it only goes that way. */
export interface RelationOption {
  relation: TagRelation
  isReversed: boolean
}

/** The relations that all of these objects may have to the other one. */
export function relationOptions(tag: Tag, tracks: readonly Track[], other: Track): RelationOption[] {
  const classes = classById(tag)
  const nameOf = ({ classId }: Track) => classes.get(classId)?.name ?? ''
  const names = tracks.map(nameOf)
  const otherName = nameOf(other)
  return (tag.relations ?? []).flatMap((relation): RelationOption[] => {
    if (names.every((name) => relation.from.includes(name)) && relation.to.includes(otherName))
      return [{ relation, isReversed: false }]
    const isReversed = names.every((name) => relation.to.includes(name)) && relation.from.includes(otherName)
    return isReversed ? [{ relation, isReversed }] : []
  })
}

/** Relates all of these objects to the other one; where one has the most already, its oldest gives way. */
export function relating(tracks: readonly Track[], other: Track, { relation, isReversed }: RelationOption): Edit[] {
  const { name, max } = relation
  if (isReversed)
    return relationsAdded(
      other,
      tracks.map(({ id }) => ({ name, to: id })),
      max,
    )
  return tracks.flatMap((track) => relationsAdded(track, [{ name, to: other.id }], max))
}

/** Relations that such edits take away. */
export const relationsLost = (tracks: readonly Track[], edits: readonly Edit[]): Relation[] =>
  edits.flatMap((edit) => {
    if (edit.type !== 'setRelations') return []
    const before = tracks.find(({ id }) => id === edit.trackId)?.relations ?? NO_RELATIONS
    return before.filter((one) => !edit.relations.some((kept) => isSameRelation(kept, one)))
  })
