import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { request } from '../kit/api.ts'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { QUEUE } from './queueKey.ts'

interface Props {
  jobId: string
  referenceId: string
  onClose(): void
  onSkipped?(): void
}

/** A job that a person cannot do goes to others, and managers see why. */
export function SkipDialog({ jobId, referenceId, onClose, onSkipped }: Props) {
  const t = useTranslator()
  const [reason, setReason] = useState('')
  const skip = useAction({
    run: () => request('POST /api/jobs/:jid/skip', { params: { jid: jobId }, body: { reason: reason.trim() } }),
    onDone: () => {
      onClose()
      onSkipped?.()
    },
    done: t('queue.skipped'),
    changes: [QUEUE],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    skip.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('queue.skip.title', { referenceId })}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('queue.skip.hint')}</Text>
          <Textarea
            label={t('queue.skip.reason')}
            required
            data-autofocus
            autosize
            minRows={2}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={skip.isPending} disabled={reason.trim() === ''}>
              {t('queue.skip.do')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
