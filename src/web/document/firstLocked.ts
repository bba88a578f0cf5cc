import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { msg } from '../messages/message.ts'
import type { NoticeLog } from './noticeLog.ts'
import { type Named, objectName } from './objectRows.ts'

/** The first of the locked tracks that these operations would change; null: none of them. */
function firstLocked(operations: readonly Edit[], locked: ReadonlySet<string>): string | null {
  if (locked.size === 0) return null
  for (const operation of operations) {
    const trackId = operation.type === 'putTrack' ? operation.track.id : 'trackId' in operation ? operation.trackId : ''
    if (locked.has(trackId)) return trackId
  }
  return null
}

/** Says which object keeps an act from being done, where one does. */
export function refusesLocked(
  open: Named & { locked: ReadonlySet<string>; notices: NoticeLog },
  operations: readonly Edit[],
): boolean {
  const locked = firstLocked(operations, open.locked)
  const name = locked && objectName(open, locked, '–')
  if (name) open.notices.refuse(msg('object.isLocked', { name }))
  return locked !== null
}
