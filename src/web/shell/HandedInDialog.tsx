import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { StageReached } from '../../formats/workbench/work.ts'
import { request } from '../kit/api.ts'
import { useAction } from '../kit/useAction.ts'
import { QUEUE } from '../queue/queueKey.ts'

const WHAT_NOW: Partial<Record<StageReached['stage'], string>> = {
  in_review: 'A reviewer looks at it next.',
  in_progress: 'It goes back to its annotator with your comment.',
  queued: 'It goes back to the queue with your comment.',
}

/** After a job left one's hands: Enter brings the next one. */
export function HandedInDialog({ reached }: { reached: StageReached }) {
  const [, go] = useLocation()
  const [isEmpty, setEmpty] = useState(false)
  const next = useAction({
    run: () => request('POST /api/next'),
    onDone: ({ job }) => {
      if (job) go(`/jobs/${job.jobId}`)
      else setEmpty(true)
    },
    changes: [QUEUE],
  })
  return (
    <Modal opened onClose={() => go('/queue')} title="Handed in" closeOnClickOutside={false}>
      <Stack>
        <Text size="sm">{WHAT_NOW[reached.stage] ?? 'The result is put together and delivered.'}</Text>
        {isEmpty && (
          <Text size="sm" role="status">
            There is no other job for you now.
          </Text>
        )}
        <Group justify="end">
          <Button variant="default" onClick={() => go('/queue')}>
            To the queue
          </Button>
          <Button data-autofocus loading={next.isPending} disabled={isEmpty} onClick={() => next.mutate()}>
            Next job
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
