import { ActionIcon, Group, Tooltip, VisuallyHidden } from '@mantine/core'
import { Eye, EyeOff, Lock, LockOpen, type LucideIcon } from 'lucide-react'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useKeyed } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { areAllIn, toggleConcealed, toggleLock } from '../workbench/showCommands.ts'

/**
 * Locks and hides the selection. Rows of the list show the same for the pointer; as options they cannot contain
 * focusable controls, so keyboard and screen readers use this instead.
 */
export function SelectionMarks() {
  const t = useTranslator()
  const { session } = useShell()
  const selection = useSession(session, (open) => open.selection)
  const locked = useSession(session, (open) => open.locked)
  const concealed = useSession(session, (open) => open.concealed)
  const areLocked = areAllIn(locked, selection)
  const areConcealed = areAllIn(concealed, selection)
  return (
    <Group gap={2} wrap="nowrap">
      <MarkButton
        {...{ label: t('objects.lockSelection'), command: 'object.lock', isOn: areLocked }}
        icon={areLocked ? Lock : LockOpen}
        disabled={selection.size === 0}
        onClick={() => toggleLock(session, selection)}
      />
      <MarkButton
        {...{ label: t('command.hideSelection'), command: 'object.conceal', isOn: areConcealed }}
        icon={areConcealed ? EyeOff : Eye}
        disabled={selection.size === 0}
        onClick={() => toggleConcealed(session, selection)}
      />
      <VisuallyHidden role="status">
        <MarkWords isLocked={areLocked} isConcealed={areConcealed} />
      </VisuallyHidden>
    </Group>
  )
}

interface MarkWordsProps {
  isLocked: boolean
  isConcealed: boolean
}

/** The text for the icons of a lock and an eye. */
export function MarkWords({ isLocked, isConcealed }: MarkWordsProps) {
  const t = useTranslator()
  return t.list([...(isLocked ? [t('objects.isLocked')] : []), ...(isConcealed ? [t('objects.isHidden')] : [])])
}

interface MarkButtonProps {
  label: string
  command: string
  icon: LucideIcon
  isOn: boolean
  disabled: boolean
  onClick(): void
}

function MarkButton({ label, command, icon: Icon, isOn, disabled, onClick }: MarkButtonProps) {
  const keyed = useKeyed()
  return (
    <Tooltip label={keyed(label, command)}>
      <ActionIcon
        size="sm"
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={isOn}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon size="0.875rem" />
      </ActionIcon>
    </Tooltip>
  )
}
