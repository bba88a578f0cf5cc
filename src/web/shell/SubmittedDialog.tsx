import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { StageReached } from '../../formats/workbench/work.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useNextJob } from '../queue/useNextJob.ts'

const WHAT_NOW: Partial<Record<StageReached['stage'], Message>> = {
  in_review: msg('submitted.toReview'),
  in_progress: msg('submitted.toAnnotator'),
  queued: msg('submitted.toQueue'),
}

interface Props {
  reached: StageReached
  /** What the person did. */
  done: 'submitted' | 'accepted' | 'rejected'
}

/** After a submission or a review: Enter opens the next job. */
export function SubmittedDialog({ reached, done }: Props) {
  const t = useTranslator()
  const [, go] = useLocation()
  const [isEmpty, setEmpty] = useState(false)
  const next = useNextJob((job) => {
    if (job) go(`/jobs/${job.jobId}`)
    else setEmpty(true)
  })
  return (
    <Modal
      opened
      onClose={() => go('/queue')}
      title={t(done === 'submitted' ? 'submitted.title' : `submitted.${done}`)}
      closeOnClickOutside={false}
    >
      <Stack>
        <Text size="sm">{t.of(WHAT_NOW[reached.stage] ?? msg('submitted.assembling'))}</Text>
        {isEmpty && (
          <Text size="sm" role="status">
            {t('queue.noNext')}
          </Text>
        )}
        <Group justify="end">
          <Button variant="default" onClick={() => go('/queue')}>
            {t('common.toQueue')}
          </Button>
          <Button data-autofocus loading={next.isPending} disabled={isEmpty} onClick={() => next.mutate()}>
            {t('queue.next')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
