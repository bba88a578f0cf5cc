import { ActionIcon, Tooltip } from '@mantine/core'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { KeyLetter, KeyOf } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { ToolIcon } from './ToolIcon.tsx'

export function ToolStrip() {
  const t = useTranslator()
  const { session } = useShell()
  const tools = useSession(session, ({ tools: all, suggestions }) =>
    suggestions.takesPrompts ? all : all.filter(({ needsPrompts }) => !needsPrompts),
  )
  const active = useSession(session, (open) => open.activeTool)
  return (
    <div className="tool-strip" role="toolbar" aria-label={t('shell.tools')} aria-orientation="vertical">
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
            onClick={() => session.setTool(id)}
          >
            <ToolIcon name={icon} label={t.of(label)} />
            <KeyLetter command={`tool.${id}`} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}
