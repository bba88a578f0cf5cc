import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { Eye, EyeOff } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslator } from '../../messages/useTranslator.tsx'

interface Props {
  name: string
  isHidden: boolean
  /** Inside an option of a list, which may not contain focusable controls: a key does the same there. */
  isOption?: boolean
  onToggle(): void
}

/** Shows or hides the points of a class or an instance. */
export function EyeButton({ name, isHidden, isOption = false, onToggle }: Props) {
  const t = useTranslator()
  const Icon = isHidden ? EyeOff : Eye
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    onToggle()
  }
  const look = { size: 'sm', mr: 4, variant: 'transparent', color: 'gray' } as const
  const icon = <Icon size="0.875rem" />
  return (
    <span className="segmentation-row-actions">
      {isOption ? (
        <>
          <VisuallyHidden>{isHidden && t('objects.isHidden')}</VisuallyHidden>
          <ActionIcon {...look} component="span" aria-hidden data-hidden={isHidden} onClick={toggle}>
            {icon}
          </ActionIcon>
        </>
      ) : (
        <ActionIcon {...look} aria-label={t('seg.hideNamed', { name })} aria-pressed={isHidden} onClick={toggle}>
          {icon}
        </ActionIcon>
      )}
    </span>
  )
}
