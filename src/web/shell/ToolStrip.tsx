import { ActionIcon, Tooltip } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useSession } from '../document/useSession.ts'
import { ToolIcon } from '../kit/ToolIcon.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { chooseTool, toolRefusal } from '../workbench/chooseTool.ts'
import { KeyLetter, KeyOf } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'

/** One stop of Tab; arrows go from tool to tool. */
export function ToolStrip() {
  const t = useTranslator()
  const { session } = useShell()
  const offered = useSession(session, (open) =>
    open.tools
      .filter(({ asks }) => !asks || open.suggestions.answers(asks))
      .map((tool) => ({ tool, refusal: toolRefusal(open, tool) })),
  )
  const tools = offered.map(({ tool }) => tool)
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
        {offered.map(({ tool, refusal }) => {
          const { id, label, icon } = tool
          return (
            <Tooltip
              key={id}
              position="right"
              label={
                <>
                  {t.of(label)} <KeyOf command={`tool.${id}`} />
                  {refusal && <div>{t.of(refusal)}</div>}
                </>
              }
            >
              <ActionIcon
                size="2.25rem"
                variant={id === active ? 'filled' : 'subtle'}
                color={id === active ? undefined : 'gray'}
                aria-label={t.of(label)}
                aria-pressed={id === active}
                aria-disabled={refusal !== null || undefined}
                tabIndex={id === stop?.id ? 0 : -1}
                onFocus={() => setFocused(id)}
                onClick={() => chooseTool(session, tool)}
              >
                <ToolIcon name={icon} label={t.of(label)} />
                <KeyLetter command={`tool.${id}`} />
              </ActionIcon>
            </Tooltip>
          )
        })}
      </div>
    </section>
  )
}

/** The arrows would otherwise move the selection, or change the frame. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  buttons.at((at + step) % buttons.length)?.focus()
  event.preventDefault()
}
