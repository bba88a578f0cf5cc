import { useEffect, useMemo } from 'react'
import type { EditorSession } from '../document/session.ts'
import { useSession } from '../document/useSession.ts'
import { msg } from '../messages/message.ts'
import type { Command } from '../workbench/keys/keymap.ts'
import { useCommands } from '../workbench/keys/useKeymap.ts'
import { openNextIssue, type ShellTab } from '../workbench/shellContext.ts'

const NO_COMMANDS: readonly Command[] = []

/** Keys and panel of what the views do with issues: pointing at a place, opening the one whose pin was clicked. */
export function usePinning(session: EditorSession, mayDiscuss: boolean, setTab: (tab: ShellTab) => void): void {
  const { pins } = session
  const pointing = useSession(session, (open) => open.pins.pointing)
  const place = useSession(session, (open) => open.pins.place)
  const opened = useSession(session, (open) => open.pins.opened)
  useEffect(() => {
    if (opened || place) setTab('issues')
  }, [opened, place, setTab])
  const begin = useMemo(() => {
    const run = () => (pins.pointing ? pins.endPointing() : pins.beginPointing())
    return mayDiscuss
      ? [{ id: 'issue.pin', group: msg('shell.job'), label: msg('pin.start'), keys: ['Shift+I'], run }]
      : NO_COMMANDS
  }, [pins, mayDiscuss])
  useCommands(begin)
  const walk = useMemo(
    () =>
      ([1, -1] as const).map((step) => ({
        id: step === 1 ? 'issue.next' : 'issue.previous',
        group: msg('shell.job'),
        label: msg(step === 1 ? 'pin.next' : 'pin.previous'),
        keys: [step === 1 ? 'F8' : 'Shift+F8'],
        run: () => openNextIssue(session, step),
      })),
    [session],
  )
  useCommands(walk)
  // Registered only while pinning: the latest command wins the key that modes use as well.
  const end = useMemo(() => {
    const run = () => pins.endPointing()
    return pointing
      ? [{ id: 'issue.pin.end', group: msg('shell.job'), label: msg('pin.cancel'), keys: ['Esc'], run }]
      : NO_COMMANDS
  }, [pins, pointing])
  useCommands(end)
}
