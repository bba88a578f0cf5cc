import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import type { FitRefusal } from './fitMessages.ts'

/** Why a box was not fitted, or what it rests on, as part of a sentence. */
export function fitNoteMessage(note: FitRefusal): Message {
  const { code } = note
  const count = ('count' in note && note.count) || 0
  switch (code) {
    case 'FEW_POINTS':
    case 'FEW_POINTS_NEAR':
    case 'FEW_POINTS_IN_BOX':
    case 'FEW_FOR_HEADING':
    case 'AS_DRAWN':
      return msg(`fitNote.${code}`, { count })
    default:
      return msg(`fitNote.${code}`)
  }
}
