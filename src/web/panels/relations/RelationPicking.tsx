import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { objectName } from '../../document/objectRows.ts'
import { useObserved } from '../../document/useObserved.ts'
import { msg, verbatim } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { Chord } from '../../workbench/keys/Keys.tsx'
import type { Command } from '../../workbench/keys/keymap.ts'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import { useShell } from '../../workbench/shellContext.ts'
import type { RelationOption } from './relationOption.ts'
import { RelationPick } from './relationPick.ts'
import './relations.css'

const MOST_DIGITS = 9

/** The key that relates objects, and over the view what the next click means and which relations fit. */
export function RelationPicking() {
  const t = useTranslator()
  const { session } = useShell()
  const pick = RelationPick.of(session)
  const from = useObserved(pick, (one) => one.from)
  const offered = useObserved(pick, (one) => one.offered)
  const isPicking = from.length > 0
  useCommands(
    useMemo(() => [startCommand(pick, () => session.selection.size > 0 && !session.readOnly)], [pick, session]),
  )
  useCommands(useMemo(() => (isPicking ? pickCommands(pick, offered) : []), [pick, isPicking, offered]))
  if (!isPicking) return null
  const name = from.length > 1 ? t('relation.objects', { count: from.length }) : objectName(session, from[0], '–')
  return (
    <div className="relation-picking" role="status">
      {offered.length === 0 ? (
        t.rich('relation.hint', { name, key: () => <Chord chord="Esc" /> })
      ) : (
        <>
          {t('relation.choose')}
          {offered.map((option, index) => (
            <Button
              key={option.relation.name}
              size="compact-xs"
              variant="default"
              leftSection={index < MOST_DIGITS && <Chord chord={String(index + 1)} />}
              onClick={() => pick.choose(option)}
            >
              {nameOf(option)}
            </Button>
          ))}
        </>
      )}
    </div>
  )
}

const nameOf = ({ relation, isReversed }: RelationOption): string =>
  isReversed ? `← ${relation.name}` : `${relation.name} →`

const startCommand = (pick: RelationPick, isEnabled: () => boolean): Command => ({
  id: 'object.relate',
  group: msg('command.groupObjects'),
  label: msg('relation.start'),
  keys: ['Shift+R'],
  run: () => pick.start(),
  isEnabled,
})

/** Registered only while picking: the latest command wins a key that others have as well. */
function pickCommands(pick: RelationPick, offered: readonly RelationOption[]): Command[] {
  const group = msg('command.groupObjects')
  return [
    { id: 'relation.cancel', group, label: msg('relation.cancel'), keys: ['Esc'], run: () => pick.cancel() },
    { id: 'relation.take', group, label: msg('relation.take'), keys: ['Enter'], run: pick.take },
    ...offered.slice(0, MOST_DIGITS).map((option, index) => ({
      id: `relation.${index + 1}`,
      group,
      label: verbatim(nameOf(option)),
      keys: [String(index + 1)],
      run: () => pick.choose(option),
    })),
  ]
}
