import { Kbd } from '@mantine/core'
import { shownChord } from './chord.ts'
import { useBoundCommands } from './useKeymap.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The first key of a command, as it is printed on this machine; nothing when it has none. */
export function KeyOf({ command }: { command: string }) {
  const key = useBoundCommands().find((bound) => bound.command.id === command)?.keys[0]
  return key ? <Kbd size="xs">{shownChord(key, isMac)}</Kbd> : null
}

/** The key in the corner of its button, where it is one letter; longer ones stand in the tooltip alone. */
export function KeyLetter({ command }: { command: string }) {
  const key = useBoundCommands().find((bound) => bound.command.id === command)?.keys[0]
  return key?.length === 1 ? (
    <span className="key-letter" aria-hidden>
      {key}
    </span>
  ) : null
}

export function Chord({ chord }: { chord: string }) {
  return <Kbd size="xs">{shownChord(chord, isMac)}</Kbd>
}
