import { ActionIcon, Tooltip } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { KeyLetter, KeyOf } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { ToolIcon } from './ToolIcon.tsx'

/** One stop of Tab; arrows go from tool to tool. */
export function ToolStrip() {
  const t = useTranslator()
  const { session } = useShell()
  const tools = useSession(session, ({ tools: all, suggestions }) =>
    all.filter(({ asks }) => !asks || suggestions.answers(asks)),
  )
  const active = useSession(session, (open) => open.activeTool)
  const [focused, setFocused] = useState<string | null>(null)
  const stop = tools.find(({ id }) => id === focused) ?? tools.find(({ id }) => id === active) ?? tools[0]
  return (
    <section className="tool-strip" aria-label={t('shell.tools')}>
      <div
        role="toolbar"
        aria-label={t('shell.tools')}
        aria-orientation="vertical"
        onKeyDown={moveFocus}
        onBlur={() => setFocused(null)}
      >
        {tools.map(({ id, label, icon }) => (
          <Tooltip
            key={id}
            position="right"
            label={
              <>
                {t.of(label)} <KeyOf command={`tool.${id}`} />
              </>
            }
          >
            <ActionIcon
              size="2.25rem"
              variant={id === active ? 'filled' : 'subtle'}
              color={id === active ? undefined : 'gray'}
              aria-label={t.of(label)}
              aria-pressed={id === active}
              tabIndex={id === stop?.id ? 0 : -1}
              onFocus={() => setFocused(id)}
              onClick={() => session.setTool(id)}
            >
              <ToolIcon name={icon} label={t.of(label)} />
              <KeyLetter command={`tool.${id}`} />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
    </section>
  )
}

/** The arrows would otherwise move what is selected, or change the frame. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  buttons.at((at + step) % buttons.length)?.focus()
  event.preventDefault()
}
