import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { StageReached, WorkConflict } from '../../formats/workbench/work.ts'
import type { Finding } from '../../model/checks/finding.ts'
import { ApiFailure, request } from '../kit/api.ts'
import { Failed } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { FindingRows } from '../panels/FindingRows.tsx'
import { QUEUE } from '../queue/queueKey.ts'
import { openFinding, useShell } from '../workbench/shellContext.ts'

const SHOWN = 8

/** Hands the work in, or accepts it: after everything is saved, and after what the checks found was looked at. */
export function SubmitDialog({ onClose }: { onClose: () => void }) {
  const shell = useShell()
  const { session, setDialog, setTab } = shell
  const [findings] = useState(() => session.findings())
  const [refused, setRefused] = useState<readonly Finding[] | null>(null)
  const isReview = session.job.access === 'review'
  const submit = useAction({
    run: async (): Promise<StageReached> => {
      await session.flush()
      const { kind, detail } = session.saveState
      if (kind !== 'saved') throw new Error(`Your work is not saved yet: ${detail || kind}.`)
      const params = { jid: session.job.job.jobId }
      const { version } = session
      return isReview
        ? request('POST /api/jobs/:jid/review', { params, body: { decision: 'accept', version } })
        : request('POST /api/jobs/:jid/submit', { params, body: { version } })
    },
    onDone: (reached) => setDialog({ kind: 'handed_in', reached }),
    changes: [QUEUE],
    quiet: true,
  })
  const onError = (error: Error) => {
    const meta = error instanceof ApiFailure ? (error.meta as Partial<WorkConflict>) : null
    if (meta?.reason === 'CHECKS') setRefused(meta.findings ?? [])
  }
  const shown = refused ?? findings
  const errors = shown.filter(({ severity }) => severity === 'error')
  const look = (finding: Finding) => {
    onClose()
    setTab('checks')
    openFinding(shell, finding)
  }
  return (
    <Modal opened onClose={onClose} title={isReview ? 'Accept this job' : 'Submit this job'}>
      <Stack>
        {submit.error && refused === null && <Failed error={submit.error} />}
        {shown.length === 0 && (
          <Text size="sm">The checks found nothing. There is no way back to this job afterwards.</Text>
        )}
        {errors.length > 0 && (
          <Alert color="red" variant="light" py="xs">
            Put {errors.length === 1 ? 'this' : `these ${errors.length}`} right first.
          </Alert>
        )}
        {errors.length === 0 && shown.length > 0 && (
          <Text size="sm">
            The checks found {shown.length === 1 ? 'one place' : `${shown.length} places`} to look at:
          </Text>
        )}
        {shown.length > 0 && <FindingRows findings={shown.slice(0, SHOWN)} onOpen={look} />}
        {shown.length > SHOWN && (
          <Text size="sm" c="dimmed">
            and {shown.length - SHOWN} more, in the tab Checks
          </Text>
        )}
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            Back to the job
          </Button>
          <Button
            data-autofocus
            disabled={errors.length > 0}
            loading={submit.isPending}
            onClick={() => submit.mutate(undefined, { onError })}
          >
            {isReview ? 'Accept' : shown.length > 0 ? 'Submit as it is' : 'Submit'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
