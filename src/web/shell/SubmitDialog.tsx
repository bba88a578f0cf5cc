import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { Finding } from '../../model/checks/finding.ts'
import { useObserved } from '../document/useObserved.ts'
import { Failed } from '../kit/States.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { openFinding, useShell } from '../workbench/shellContext.ts'
import { SubmitReasons } from './SubmitReasons.tsx'

/** Asks before the job is submitted or accepted: it shows every reason together, and Enter returns to editing. */
export function SubmitDialog() {
  const t = useTranslator()
  const shell = useShell()
  const { session, submission, setTab } = shell
  const { step, reasons, isOffline, error } = useObserved(submission, ({ state }) => state)
  const isReview = session.job.access === 'review'
  const hasErrors = reasons.some(({ isError }) => isError)
  const keepEditing = () => submission.cancel()
  const look = (finding: Finding) => {
    keepEditing()
    setTab('checks')
    openFinding(shell, finding)
  }
  const confirmLabel = isOffline
    ? t(isReview ? 'submit.acceptOnline' : 'submit.submitOnline')
    : t(isReview ? 'submit.acceptAnyway' : 'submit.anyway')
  return (
    <Modal
      opened={step === 'asking'}
      onClose={keepEditing}
      title={t(isReview ? 'submit.acceptTitle' : 'submit.title')}
      onKeyDownCapture={dropHeldKeys}
      // A place that was chosen here gets the focus; otherwise the view does.
      returnFocus={false}
      // The question must not change its form while it fades.
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        {error && <Failed error={error} />}
        {isOffline && <Text size="sm">{t('submit.offlineHint')}</Text>}
        {hasErrors && <Text size="sm">{t('submit.fixFirst')}</Text>}
        <SubmitReasons reasons={reasons} onLook={look} onDone={keepEditing} />
        <Group justify="end">
          <Button variant="default" data-autofocus onClick={keepEditing}>
            {t('submit.keepEditing')}
          </Button>
          <Button disabled={hasErrors} onClick={() => submission.confirm()}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The key that submits, pressed twice or held down, must not answer the question that it led to. */
function dropHeldKeys(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.repeat || event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
}
