import { ActionIcon, Tooltip } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'

interface IconButtonProps {
  label: string
  icon: LucideIcon
  disabled?: boolean
  onClick(): void
}

export function IconButton({ label, icon: Icon, disabled, onClick }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon size="1rem" />
      </ActionIcon>
    </Tooltip>
  )
}
