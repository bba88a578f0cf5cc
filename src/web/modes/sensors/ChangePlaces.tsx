import { ActionIcon, Tooltip } from '@mantine/core'
import { ArrowLeftRight } from 'lucide-react'

interface Props {
  /** Which two, and by which key. */
  label: string
  onChange(): void
}

/** The camera takes the large place and the cloud its small one, or back. */
export function ChangePlaces({ label, onChange }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" variant="default" aria-label="Change places" onClick={onChange}>
        <ArrowLeftRight size="0.9rem" />
      </ActionIcon>
    </Tooltip>
  )
}
