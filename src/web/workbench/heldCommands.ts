import { heldTracks } from '../document/heldFrames.ts'
import { canPropagateHeld, endAllHeld, propagateAllHeld } from '../document/heldObjects.ts'
import type { EditorSession } from '../document/session.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import type { Command } from './keys/keymap.ts'

/** Commands for all objects that only keep their last pose. */
export function heldCommands(session: EditorSession, group: Message): Command[] {
  const isEnabled = () => !session.readOnly && heldTracks(session.document).length > 0
  return [
    {
      id: 'held.endAll',
      group,
      label: msg('command.endAllHeld'),
      keys: [],
      isEnabled,
      run: () => void endAllHeld(session),
    },
    {
      id: 'held.propagateAll',
      group,
      label: msg('command.propagateAllHeld'),
      keys: [],
      isEnabled: () => isEnabled() && canPropagateHeld(session),
      run: () => void propagateAllHeld(session),
    },
  ]
}
