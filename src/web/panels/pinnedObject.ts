import type { IssuePlace } from '../../contract/issues.ts'
import { classById, instanceName } from '../../model/tag.ts'
import { type Named, objectName } from '../document/objectRows.ts'
import { msg, verbatim } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'

/** The current name of an issue's object; null: it has none. */
export function pinnedObject(
  open: Named,
  { trackId, legendEntryId }: IssuePlace,
  unknownClass: string,
): Message | null {
  const { document, job } = open
  if (legendEntryId !== undefined) {
    const entry = document.legend.find(({ id }) => id === legendEntryId)
    const tagClass = entry && classById(job.tag).get(entry.classId ?? '')
    return tagClass ? verbatim(instanceName(tagClass.name, entry.instance)) : msg('place.removedLabel')
  }
  if (trackId === undefined) return null
  const name = objectName(open, trackId, unknownClass)
  return name === null ? msg('place.removedObject') : verbatim(name)
}
