import { Button, Group, Tooltip } from '@mantine/core'
import { Check, Send } from 'lucide-react'
import { useObserved } from '../document/useObserved.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { KeyOf } from '../workbench/keys/Keys.tsx'
import { useShell } from '../workbench/shellContext.ts'

/** Submits the job, or accepts it, and shows the progress. While it can be cancelled, there is a Cancel button. */
export function SubmitButton() {
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
