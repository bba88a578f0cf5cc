import type { AnnotatedDocument, Track } from '../document/document.ts'
import { NO_RELATIONS, type Relation, relationsBetween } from '../relation.ts'
import { classById, type Tag } from '../tag.ts'
import type { UnratedFinding } from './finding.ts'

/** A relation is at fault if its target does not exist, the tag does not relate the classes, or there are too many. */
export interface RelationFault {
  track: Track
  /** Its place in the relations of the track. */
  index: number
  relation: Relation
  kind: 'target' | 'classes' | 'max'
  /** What it had to be, in English. */
  expected: string
}

export function* relationFaults(
  tracks: AnnotatedDocument['tracks'],
  tag: Pick<Tag, 'classes' | 'relations'>,
): Generator<RelationFault> {
  const classes = classById(tag)
  const nameOf = ({ classId }: Track) => classes.get(classId)?.name ?? ''
  for (const track of tracks.values()) {
    const counts = new Map<string, number>()
    for (const [index, relation] of (track.relations ?? NO_RELATIONS).entries()) {
      const fault = (kind: RelationFault['kind'], expected: string) => ({ track, index, relation, kind, expected })
      const count = (counts.get(relation.name) ?? 0) + 1
      counts.set(relation.name, count)
      const other = tracks.get(relation.to)
      if (!other || other === track) yield fault('target', 'the id of another object')
      else {
        const allowed = relationsBetween(tag, nameOf(track), nameOf(other))
        const rule = allowed.find(({ name }) => name === relation.name)
        const names = allowed.map(({ name }) => name).join(' or ') || 'no relation'
        if (!rule) yield fault('classes', `${names} from ${nameOf(track)} to ${nameOf(other)}`)
        else if (rule.max !== undefined && count > rule.max) yield fault('max', `at most ${rule.max} of an object`)
      }
    }
  }
}

const CODES = { target: 'RELATION_TARGET', classes: 'RELATION_CLASSES', max: 'RELATION_MAX' } as const

/** Relations that no result may have. All of them are errors. */
export const checkRelations = ({ tracks }: AnnotatedDocument, tag: Tag): UnratedFinding[] =>
  Array.from(relationFaults(tracks, tag), ({ track, relation: { name, to }, kind, expected }) => ({
    code: CODES[kind],
    where: { trackId: track.id, ...(kind !== 'target' && { otherTrackId: to }) },
    message: `the relation "${name}" has to be ${expected}`,
    values: { name },
  }))
