import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import type { NoticeLog } from './noticeLog.ts'
import { type Named, objectName } from './objectRows.ts'

/** Refuses edits while the document must not change, and edits of objects that the person locked. It says why. */
export class EditLock {
  #reason: Message | null = null

  /** No edit is taken until `open`. */
  close(reason: Message): void {
    this.#reason = reason
  }

  open(): void {
    this.#reason = null
  }

  refuses(
    session: Named & { locked: ReadonlySet<string>; notices: NoticeLog },
    operations: readonly Edit[] = [],
  ): boolean {
    const locked = firstLocked(operations, session.locked)
    const name = locked && objectName(session, locked, '–')
    const reason = this.#reason ?? (name ? msg('object.isLocked', { name }) : null)
    if (reason) session.notices.refuse(reason)
    return reason !== null || locked !== null
  }
}

/**
 * Whether a mode has drawn the first frame of the job, or said why it cannot. Until then no one has seen the work that
 * would be submitted.
 */
export class FirstFrame {
  #isDrawn = false

  get isDrawn(): boolean {
    return this.#isDrawn
  }

  drawn(): void {
    this.#isDrawn = true
  }
}

/** The first of the locked tracks that these operations would change; null: none. */
function firstLocked(operations: readonly Edit[], locked: ReadonlySet<string>): string | null {
  if (locked.size === 0) return null
  for (const operation of operations) {
    const trackId = operation.type === 'putTrack' ? operation.track.id : 'trackId' in operation ? operation.trackId : ''
    if (locked.has(trackId)) return trackId
  }
  return null
}
