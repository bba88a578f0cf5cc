import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { request } from '../kit/api.ts'
import { Failed } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { QUEUE } from '../queue/queueKey.ts'
import { useShell } from '../workbench/shellContext.ts'
import { useIssues } from '../workbench/useIssues.ts'

/** Sends a job back to its annotator: with a comment, or with open issues that say enough. */
export function RejectDialog({ onClose }: { onClose: () => void }) {
  const { session, setDialog } = useShell()
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
    onDone: (reached) => setDialog({ kind: 'handed_in', reached }),
    changes: [QUEUE],
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reject.mutate()
  }
  return (
    <Modal opened onClose={onClose} title="Send this job back">
      <form onSubmit={submit}>
        <Stack>
          {reject.error && <Failed error={reject.error} />}
          <Textarea
            label="What has to be put right"
            data-autofocus
            autosize
            minRows={3}
            required={open === 0}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          {open > 0 && (
            <Text size="sm" c="dimmed">
              {open} open {open === 1 ? 'issue goes' : 'issues go'} with it.
            </Text>
          )}
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={reject.isPending} disabled={open === 0 && comment.trim() === ''}>
              Send back
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
