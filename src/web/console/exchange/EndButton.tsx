import { Button } from '@mantine/core'
import { X } from 'lucide-react'

interface Props {
  label: string
  isPending: boolean
  onClick(): void
}

/** Cancels an export or import while it runs, and deletes it afterwards. */
export const EndButton = ({ label, isPending, onClick }: Props) => (
  <Button
    size="compact-sm"
    variant="default"
    leftSection={<X size="0.9rem" />}
    loading={isPending}
    onClick={() => onClick()}
  >
    {label}
  </Button>
)
