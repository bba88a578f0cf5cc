import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** The label of the closing button. */
  action: string
  children: ReactNode
  onClose(): void
}

/** Secrets that no later page shows. Only the button closes it, so that a stray key or click loses none. */
export function ShownOnce({ title, action, children, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        {children}
        <Group justify="end">
          <Button onClick={onClose}>{action}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
