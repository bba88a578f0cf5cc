import { ActionIcon, Tooltip } from '@mantine/core'
import { ArrowLeftRight } from 'lucide-react'
import { useTranslator } from '../../messages/useTranslator.tsx'

interface Props {
  /** The two views and the key. */
  label: string
  onChange(): void
}

/** The camera takes the large place and the cloud its small one, or back. */
export function ChangePlaces({ label, onChange }: Props) {
  const t = useTranslator()
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" variant="default" aria-label={t('look.swap')} onClick={onChange}>
        <ArrowLeftRight size="0.9rem" />
      </ActionIcon>
    </Tooltip>
  )
}
