import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { request } from '../kit/api.ts'
import { DialogForm } from '../kit/DialogForm.tsx'
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
  return (
    <DialogForm
      title={t('queue.skip.title', { referenceId })}
      action={t('queue.skip.do')}
      isReady={reason.trim() !== ''}
      isPending={skip.isPending}
      onSubmit={() => skip.mutate()}
      onClose={onClose}
    >
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
    </DialogForm>
  )
}
