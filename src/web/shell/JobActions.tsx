import { Button, Group, Tooltip } from '@mantine/core'
import { CornerUpLeft } from 'lucide-react'
import { useTranslator } from '../messages/useTranslator.tsx'
import { KeyOf } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { useJobActions } from './useJobActions.ts'

/** What the person may do with the job as a whole, at the right end of the bar. */
export function JobActions() {
  const t = useTranslator()
  const { session, setDialog, isElsewhere } = useShell()
  const { access } = session.job
  if (isElsewhere) return null
  if (access === 'read') return <TakeActions />
  if (access === 'annotate') return <SubmitButton />
  return (
    <Group gap={6} wrap="nowrap">
      <Tooltip
        label={
          <>
            {t('shell.rejectWithComment')} <KeyOf command="job.reject" />
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
          {t('shell.reject')}
        </Button>
      </Tooltip>
      <SubmitButton />
    </Group>
  )
}

function TakeActions() {
  const t = useTranslator()
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
        {t('shell.takeOver')}
      </Button>
    ) : null
  }
  return (
    <Button size="xs" loading={claim.isPending} onClick={() => claim.mutate()}>
      {isReview ? t('shell.reviewJob') : t('shell.annotateJob')}
    </Button>
  )
}
