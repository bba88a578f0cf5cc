import type { EditorSession } from '../document/session.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import type { Command } from './keys/keymap.ts'

/** Hides, isolates and locks the selection; this is not saved with the job. */
export function showCommands(session: EditorSession, group: Message): Command[] {
  const isSelected = () => session.selection.size > 0
  const command = (
    id: string,
    label: Message,
    keys: string[],
    run: () => void,
    isEnabled: () => boolean = isSelected,
  ): Command => ({ id: `object.${id}`, label, group, keys, run, isEnabled })
  return [
    command('conceal', msg('command.hideSelection'), ['Alt+H'], () =>
      session.setConcealed([...session.concealed, ...session.selection]),
    ),
    command(
      'reveal',
      msg('command.showAll'),
      ['Alt+Shift+H'],
      () => session.setConcealed([]),
      () => session.concealed.size > 0,
    ),
    command('isolate', msg('command.isolate'), ['Alt+I'], () => isolate(session)),
    command('lock', msg('command.toggleLock'), ['Alt+L'], () => toggleLock(session, session.selection)),
  ]
}

/** Hides everything else; done again, shows everything. */
function isolate(session: EditorSession): void {
  const others = [...session.document.tracks.keys()].filter((id) => !session.selection.has(id))
  const isAlone = others.length > 0 && others.every((id) => session.concealed.has(id))
  session.setConcealed(isAlone ? [] : others)
}

/** Locks them all, or unlocks them where all are locked. */
export function toggleLock(session: EditorSession, ids: Iterable<string>): void {
  session.setLocked(toggled(session.locked, new Set(ids)))
}

/** Hides them all, or shows them where all are hidden. */
export function toggleConcealed(session: EditorSession, ids: Iterable<string>): void {
  session.setConcealed(toggled(session.concealed, new Set(ids)))
}

export const areAllIn = (marked: ReadonlySet<string>, chosen: ReadonlySet<string>): boolean =>
  chosen.size > 0 && [...chosen].every((id) => marked.has(id))

const toggled = (marked: ReadonlySet<string>, chosen: ReadonlySet<string>): string[] =>
  areAllIn(marked, chosen) ? [...marked].filter((id) => !chosen.has(id)) : [...marked, ...chosen]
