import type { Track } from '../../model/document/document.ts'
import { goneAt, goneFrom } from '../../model/document/edits/goneEverywhere.ts'
import { changesBetween } from '../../model/document/edits/trackChange.ts'
import type { EditorSession } from '../document/session.ts'
import type { EditId } from '../messages/message.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import type { Command } from './keys/keymap.ts'

/**
 * Deletes the selection: everywhere, and in sequences also only in this frame or from it on. It reports the frames,
 * since deleting in hidden frames is not visible, and says so if no frame is affected.
 * @param mayEdit false for objects that stay, such as those of a sensor that must not be annotated
 */
export function deleteCommands(session: EditorSession, group: Message, mayEdit = (_: Track) => true): Command[] {
  const { frameCount } = session.document
  const command = (
    id: string,
    label: Message,
    keys: string[],
    edit: EditId,
    after: (track: Track) => Track | null,
    said: (count: number) => Message | null,
    refused?: (count: number) => Message,
  ): Command => ({
    id: `object.${id}`,
    label,
    group,
    keys,
    isEnabled: () => session.selection.size > 0 && !session.readOnly,
    run() {
      const selected = [...session.selection].flatMap((trackId) => session.document.tracks.get(trackId) ?? [])
      const gone = selected.filter(mayEdit)
      const changes = gone.map((track) => changesBetween(track, after(track))).filter((one) => one.length > 0)
      const message = session.execute(edit, changes.flat()) ? said(changes.length) : null
      if (message) session.notices.add(message)
      if (refused && gone.length > 0 && changes.length === 0) session.notices.refuse(refused(gone.length))
      if (gone.length < selected.length) session.notices.refuse(msg('track.readOnlyKept'))
    },
  })
  const everywhere = command(
    'delete',
    msg('command.delete'),
    ['Delete', 'Backspace'],
    'edit.delete',
    () => null,
    (count) => (frameCount > 1 ? msg('deleted.everywhere', { count, frames: frameCount }) : null),
  )
  if (frameCount === 1) return [everywhere]
  return [
    everywhere,
    command(
      'deleteHere',
      msg('command.deleteHere'),
      ['Shift+Delete'],
      'edit.deleteInFrames',
      (track) => goneAt(track, session.frame, frameCount),
      (count) => msg('deleted.here', { count, frame: session.frame }),
      (count) => msg('deleted.notHere', { count, frame: session.frame }),
    ),
    command(
      'deleteOnward',
      msg('command.deleteOnward'),
      ['Ctrl+Delete'],
      'edit.deleteInFrames',
      (track) => goneFrom(track, session.frame),
      (count) => msg('deleted.onward', { count, frame: session.frame }),
      (count) => msg('deleted.notOnward', { count, frame: session.frame }),
    ),
  ]
}
