import type { Place } from '../../model/checks/finding.ts'
import { instanceName } from '../../model/tag.ts'
import { objectNames } from '../document/objectRows.ts'
import type { EditorSession } from '../document/session.ts'

type Marked = Pick<EditorSession, 'document' | 'job'>

/** Where a finding is, in the words of the list of objects; empty for one of the whole job. */
export function findingPlace({ document, job }: Marked, where: Place): string {
  const nameOf = objectNames(document, job.tag)
  const objects = [where.trackId, where.otherTrackId].flatMap((id) => (id === undefined ? [] : (nameOf(id) ?? [])))
  const entry = document.legend.find(({ id }) => id === where.legendEntryId)
  const tagClass = job.tag.classes.find(({ classId }) => classId === entry?.classId)
  return [
    ...(objects.length > 0 ? [objects.join(' and ')] : []),
    ...(entry && tagClass ? [instanceName(tagClass.name, entry.instance)] : []),
    ...(where.sensorId === undefined || where.sensorId === '' ? [] : [where.sensorId]),
    ...(where.frame === undefined || document.frameCount === 1 ? [] : [`frame ${where.frame}`]),
  ].join(', ')
}
