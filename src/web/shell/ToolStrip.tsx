import { ActionIcon, Tooltip } from '@mantine/core'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { KeyLetter, KeyOf } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { ToolIcon } from './ToolIcon.tsx'

/** Tools that change nothing. */
const LOOKING: ReadonlySet<string> = new Set(['select', 'pan'])

export function ToolStrip() {
  const t = useTranslator()
  const { session } = useShell()
  const all = useSession(session, (open) => open.tools)
  const readOnly = useSession(session, (open) => open.readOnly)
  const tools = readOnly ? all.filter(({ name }) => LOOKING.has(name)) : all
  const active = useSession(session, (open) => open.activeTool)
  return (
    <div className="tool-strip" role="toolbar" aria-label={t('shell.tools')} aria-orientation="vertical">
      {tools.map(({ name, label, icon }) => (
        <Tooltip
          key={name}
          position="right"
          label={
            <>
              {t.of(label)} <KeyOf command={`tool.${name}`} />
            </>
          }
        >
          <ActionIcon
            size="2.25rem"
            variant={name === active ? 'filled' : 'subtle'}
            color={name === active ? undefined : 'gray'}
            aria-label={t.of(label)}
            aria-pressed={name === active}
            onClick={() => session.setTool(name)}
          >
            <ToolIcon name={icon ?? name} label={t.of(label)} />
            <KeyLetter command={`tool.${name}`} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}
