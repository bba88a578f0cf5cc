import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslator } from '../messages/useTranslator.tsx'
import { Failed } from './States.tsx'

interface Props {
  title: string
  size?: ModalProps['size']
  /** Label of the button that submits. */
  action: string
  /** false: something is missing that the fields show. */
  isReady?: boolean
  isPending: boolean
  error?: unknown
  onSubmit(): void
  onClose(): void
  children: ReactNode
}

/** A dialog with fields, that is submitted with Enter or its button, or cancelled. */
export function DialogForm({ title, size, action, isReady = true, isPending, error, ...rest }: Props) {
  const t = useTranslator()
  const { onSubmit, onClose, children } = rest
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <form onSubmit={submit}>
        <Stack>
          {error ? <Failed error={error} /> : null}
          {children}
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isPending} disabled={!isReady}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
