import { Button, Group, Tooltip } from '@mantine/core'
import { Check, CornerUpLeft, Send } from 'lucide-react'
import { useObserved } from '../document/useObserved.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { KeyOf } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'
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

/** Submits the job, or accepts it, and shows the progress. While it can be cancelled, there is a Cancel button. */
function SubmitButton() {
  const t = useTranslator()
  const { session, submission } = useShell()
  const { step } = useObserved(submission, ({ state }) => state)
  const isReview = session.job.access === 'review'
  // Edits of this visit; what may be undone from before was done by the annotator.
  const isEdited = useSession(session, (open) => open.version !== open.job.version || open.pendingCount > 0)
  const word = isReview ? t(isEdited ? 'shell.acceptFixed' : 'shell.accept') : t('shell.submit')
  const isBusy = step === 'committing' || step === 'checking' || step === 'sending'
  const label = step === 'ready' || step === 'asking' ? word : t(`submit.step.${step}`, { word })
  return (
    <Group gap={6} wrap="nowrap">
      <Tooltip
        label={
          <>
            {word} <KeyOf command="job.submit" />
          </>
        }
      >
        <Button
          size="xs"
          data-state={step}
          aria-busy={isBusy}
          variant={step === 'ready' ? 'filled' : 'light'}
          leftSection={isReview ? <Check size="0.875rem" /> : <Send size="0.875rem" />}
          onClick={() => submission.press()}
        >
          {label}
        </Button>
      </Tooltip>
      {(step === 'sending' || step === 'offline') && (
        <Button size="xs" variant="default" onClick={() => submission.cancel()}>
          {t('common.cancel')}
        </Button>
      )}
    </Group>
  )
}
