import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { request } from '../kit/api.ts'
import { Failed } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { QUEUE } from '../queue/queueKey.ts'
import { useShell } from '../workbench/shellContext.ts'
import { useIssues } from '../workbench/useIssues.ts'
import { useOpenNext } from './useOpenNext.ts'

/** Sends a job back to its annotator: with a comment, or with open issues that say enough. */
export function RejectDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator()
  const shell = useShell()
  const { session } = shell
  const openNext = useOpenNext(shell)
  const [comment, setComment] = useState('')
  const open = useIssues().data?.filter(({ resolved }) => !resolved).length ?? 0
  const reject = useAction({
    run: async () => {
      await session.flush()
      return request('POST /api/jobs/:jid/review', {
        params: { jid: session.job.job.jobId },
        body: {
          decision: 'reject',
          version: session.version,
          ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        },
      })
    },
    onDone: () => openNext('rejected', false),
    changes: [QUEUE],
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reject.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('reject.title')}>
      <form onSubmit={submit}>
        <Stack>
          {reject.error && <Failed error={reject.error} />}
          <Textarea
            label={t('reject.comment')}
            data-autofocus
            autosize
            minRows={3}
            required={open === 0}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
          {open > 0 && (
            <Text size="sm" c="dimmed">
              {t('reject.openIssues', { count: open })}
            </Text>
          )}
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red" loading={reject.isPending} disabled={open === 0 && comment.trim() === ''}>
              {t('reject.do')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
