import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'

interface Props extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  label: string
  icon: LucideIcon
}

/** A button that shows an icon alone; menus can hang on it. */
export function IconMenuButton({ label, icon: Icon, ...rest }: Props) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
      <Icon size="1rem" />
    </ActionIcon>
  )
}
