import type { FollowEnd } from '../../assist/tracking/trackMessages.ts'
import { objectName } from '../../document/objectRows.ts'
import type { EditorSession } from '../../document/session.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'

/** The outcome for one object in one direction. */
export interface FollowedWay {
  trackId: string
  /** The number of frames in which it was found. */
  frames: number
  end: FollowEnd | 'set'
}

/** The number of early-stopped objects that are named. */
const MOST_NAMED = 5

/** How far the objects were followed, and why those that stopped early did. */
export function followOutcome(session: EditorSession, ways: readonly FollowedWay[]): Message {
  const count = Math.max(0, ...ways.map(({ frames }) => frames))
  const objects = new Set(ways.map(({ trackId }) => trackId)).size
  const early = ways.filter(({ end }) => end !== 'steps')
  if (early.length === 0) return msg('follow.done', { objects, count })
  const list = early.slice(0, MOST_NAMED).map(({ trackId, frames, end }) => {
    const name = objectName(session, trackId, '–') ?? '–'
    return msg('follow.stoppedAfter', { name, count: frames, reason: reasonOf(end) })
  })
  return msg('follow.doneSome', { objects, count, early: early.length, named: { list } })
}

function reasonOf(end: FollowedWay['end']): Message {
  switch (end) {
    case 'lost':
      return msg('follow.lost')
    case 'left':
      return msg('follow.left')
    case 'missing':
      return msg('follow.missing')
    case 'set':
      return msg('follow.set')
    default:
      return msg('follow.stopped')
  }
}
