import type { Track } from '../../model/document/document.ts'
import { recordSpan, scopeOf } from '../../model/document/records.ts'
import { NO_RELATIONS } from '../../model/relation.ts'
import { classById } from '../../model/tag.ts'
import type { Assembly } from './assembly.ts'

/** The delivered relations of an object to others; left out if the tag declares none. */
export function relationsIn({ document, job }: Assembly, { relations = NO_RELATIONS }: Track) {
  if (!job.tag.relations) return
  const classes = classById(job.tag)
  const scope = scopeOf(job)
  const isDelivered = (id: string): boolean => {
    const other = document.tracks.get(id)
    return other !== undefined && classes.has(other.classId) && recordSpan(document, other, scope) !== null
  }
  return { relations: relations.filter(({ to }) => isDelivered(to)).map(({ name, to }) => ({ name, to })) }
}
