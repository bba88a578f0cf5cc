import type { IssuePlace } from '../../formats/workbench/issues.ts'
import { classById, instanceName } from '../../model/tag.ts'
import type { EditorSession } from '../document/session.ts'
import { msg, verbatim } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'

type Marked = Pick<EditorSession, 'document' | 'job'>

/** What an issue is pinned to, as it is called now; null: to no object. */
export function pinnedObject({ document, job }: Marked, { trackId, legendEntryId }: IssuePlace): Message | null {
  if (legendEntryId !== undefined) {
    const entry = document.legend.find(({ id }) => id === legendEntryId)
    const tagClass = entry && classById(job.tag).get(entry.classId ?? '')
    return tagClass ? verbatim(instanceName(tagClass.name, entry.instance)) : msg('place.removedLabel')
  }
  if (trackId === undefined) return null
  return document.tracks.has(trackId) ? msg('place.object') : msg('place.removedObject')
}
