import { Button, Group, Tooltip } from '@mantine/core'
import { Check, CornerUpLeft, Send } from 'lucide-react'
import { useSession } from '../document/useSession.ts'
import { KeyOf } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { useJobActions } from './useJobActions.ts'

/** What the person may do with the job as a whole, at the right end of the bar. */
export function JobActions() {
  const { session, setDialog, isElsewhere } = useShell()
  const isEdited = useSession(session, (open) => open.canUndo)
  const { access } = session.job
  if (isElsewhere) return null
  if (access === 'read') return <TakeActions />
  if (access === 'annotate') {
    return (
      <Tooltip
        label={
          <>
            Submit <KeyOf command="job.submit" />
          </>
        }
      >
        <Button size="xs" leftSection={<Send size="0.875rem" />} onClick={() => setDialog({ kind: 'submit' })}>
          Submit
        </Button>
      </Tooltip>
    )
  }
  return (
    <Group gap={6} wrap="nowrap">
      <Tooltip
        label={
          <>
            Reject with a comment <KeyOf command="job.reject" />
          </>
        }
      >
        <Button
          size="xs"
          variant="light"
          color="red"
          leftSection={<CornerUpLeft size="0.875rem" />}
          onClick={() => setDialog({ kind: 'reject' })}
        >
          Reject
        </Button>
      </Tooltip>
      <Tooltip
        label={
          <>
            {isEdited ? 'Accept with your fixes' : 'Accept'} <KeyOf command="job.submit" />
          </>
        }
      >
        <Button size="xs" leftSection={<Check size="0.875rem" />} onClick={() => setDialog({ kind: 'submit' })}>
          {isEdited ? 'Accept fixed' : 'Accept'}
        </Button>
      </Tooltip>
    </Group>
  )
}

function TakeActions() {
  const { session, me } = useShell()
  const { claim, takeOver } = useJobActions()
  const { job, lease } = session.job
  const may = (permission: 'annotate' | 'review' | 'takeOver') => me?.permissions.includes(permission) ?? false
  const isReview = job.stage === 'in_review'
  const isOpen = job.stage === 'queued' || job.stage === 'in_progress' || isReview
  const isOthers = lease !== null && lease.userId !== me?.userId
  if (!isOpen || !may(isReview ? 'review' : 'annotate')) return null
  if (isOthers) {
    return may('takeOver') ? (
      <Button size="xs" color="red" variant="light" loading={takeOver.isPending} onClick={() => takeOver.mutate()}>
        Take over
      </Button>
    ) : null
  }
  return (
    <Button size="xs" loading={claim.isPending} onClick={() => claim.mutate()}>
      {isReview ? 'Review this job' : 'Annotate this job'}
    </Button>
  )
}
