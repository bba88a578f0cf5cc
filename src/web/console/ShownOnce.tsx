import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Of the button that closes it. */
  action: string
  children: ReactNode
  onClose(): void
}

/** Secrets that no later page shows: closed by its button alone, so that a stray key or click loses none. */
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
