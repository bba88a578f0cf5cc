import type { Finding } from '../../model/checks/finding.ts'
import { instanceName } from '../../model/tag.ts'
import { type Named, objectName } from '../document/objectRows.ts'
import type { Translator } from '../messages/translator.ts'

/** Where a finding is, in the words of the list of objects; empty for one of the whole job. */
export function findingPlace(
  t: Translator,
  open: Named,
  { where, frames = [] }: Pick<Finding, 'where' | 'frames'>,
): string {
  const { document, job } = open
  const nameOf = (id: string) => objectName(open, id, t('panel.unknownClass'))
  const objects = [where.trackId, where.otherTrackId].flatMap((id) => (id === undefined ? [] : (nameOf(id) ?? [])))
  const entry = document.legend.find(({ id }) => id === where.legendEntryId)
  const tagClass = job.tag.classes.find(({ classId }) => classId === entry?.classId)
  return [
    ...(objects.length > 0 ? [t.list(objects)] : []),
    ...(entry && tagClass ? [instanceName(tagClass.name, entry.instance)] : []),
    ...(where.sensorId === undefined || where.sensorId === '' ? [] : [where.sensorId]),
    ...(where.frame === undefined || document.frameCount === 1 ? [] : [t('place.frame', { frame: where.frame })]),
    ...(frames.length > 1 ? [t('place.moreFrames', { count: frames.length - 1 })] : []),
  ].join(', ')
}
