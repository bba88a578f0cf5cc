import { Kbd } from '@mantine/core'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { shownChord } from './chord.ts'
import { useBoundCommands } from './useKeymap.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The first key of a command, in the notation of this machine; empty if it has none. */
export function KeyOf({ command }: { command: string }) {
  const key = useBoundCommands().find((bound) => bound.command.id === command)?.keys[0]
  return key ? <Kbd size="xs">{shownChord(key, isMac)}</Kbd> : null
}

/** The key in the corner of its button, if it is one letter; longer ones are only in the tooltip. */
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

/** A label with the key that a command has now: `Top view (V)`. For titles that can hold only text. */
export function useKeyed(): (label: string, command: string) => string {
  const t = useTranslator()
  const commands = useBoundCommands()
  return (label, command) => {
    const key = commands.find((bound) => bound.command.id === command)?.keys[0]
    return key ? t('common.withKey', { label, key: shownChord(key, isMac) }) : label
  }
}
