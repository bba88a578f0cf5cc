import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { readFinding } from '../../formats/workbench/checks.ts'
import type { StageReached } from '../../formats/workbench/work.ts'
import { isWorkConflict } from '../../formats/workbench/workConflict.ts'
import type { Finding } from '../../model/checks/finding.ts'
import { framesOf } from '../document/jobChecks.ts'
import { ApiFailure, request } from '../kit/api.ts'
import { MessageError } from '../kit/messageError.ts'
import { Failed } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { msg } from '../messages/message.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { FindingRows } from '../panels/FindingRows.tsx'
import { QUEUE } from '../queue/queueKey.ts'
import { openFinding, useShell } from '../workbench/shellContext.ts'
import { useIssues } from '../workbench/useIssues.ts'
import { useOpenNext } from './useOpenNext.ts'

const SHOWN = 8

/** Hands the work in, or accepts it: after everything is saved, and after what the checks found was looked at. */
export function SubmitDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator()
  const shell = useShell()
  const { session, setTab } = shell
  const [findings] = useState(() => session.pageChecks.findings())
  const [refused, setRefused] = useState<readonly Finding[] | null>(null)
  const openIssues = useIssues().data?.filter(({ resolved }) => !resolved).length ?? 0
  const isReview = session.job.access === 'review'
  const openNext = useOpenNext()
  const submit = useAction({
    run: async (): Promise<StageReached> => {
      await session.flush()
      const { kind, detail } = session.saveState
      if (kind !== 'saved') throw new MessageError(detail ?? msg('save.failed'), `not saved: ${kind}`)
      const params = { jid: session.job.job.jobId }
      const { version } = session
      return isReview
        ? request('POST /api/jobs/:jid/review', { params, body: { decision: 'accept', version } })
        : request('POST /api/jobs/:jid/submit', { params, body: { version } })
    },
    onDone: ({ undoUntil }) => openNext(isReview ? 'accepted' : 'submitted', undoUntil !== null),
    changes: [QUEUE],
    quiet: true,
  })
  const onError = (error: Error) => {
    const meta = error instanceof ApiFailure ? error.meta : null
    if (isWorkConflict(meta) && meta.reason === 'CHECKS')
      setRefused(meta.findings.map((finding) => readFinding(finding, framesOf(session.job))))
  }
  const shown = refused ?? findings
  const errors = shown.filter(({ severity }) => severity === 'error')
  const look = (finding: Finding) => {
    onClose()
    setTab('checks')
    openFinding(shell, finding)
  }
  const isClean = shown.length === 0 && openIssues === 0
  // Nothing to look at, and a way back: no question in between.
  const canUndo = !isReview && session.job.job.undoSeconds > 0
  const isDirect = isClean && canUndo
  const isStarted = useRef(false)
  useEffect(() => {
    if (!isDirect || isStarted.current) return
    isStarted.current = true
    submit.mutate(undefined, { onError })
  })
  if (isDirect && !submit.error) return null
  const buttonLabel = isReview
    ? t(isClean ? 'shell.accept' : 'submit.acceptAnyway')
    : t(isClean ? 'shell.submit' : 'submit.anyway')
  return (
    <Modal opened onClose={onClose} title={isReview ? t('submit.acceptTitle') : t('submit.title')}>
      <Stack>
        {submit.error && refused === null && <Failed error={submit.error} />}
        {isClean && <Text size="sm">{t('submit.noFindings')}</Text>}
        {errors.length > 0 && (
          <Alert color="red" variant="light" py="xs">
            {t('submit.fixFirst', { count: errors.length })}
          </Alert>
        )}
        {errors.length === 0 && shown.length > 0 && (
          <Text size="sm">{t('submit.warnings', { count: shown.length })}</Text>
        )}
        {shown.length > 0 && <FindingRows findings={shown.slice(0, SHOWN)} onOpen={look} />}
        {shown.length > SHOWN && (
          <Text size="sm" c="dimmed">
            {t('submit.moreInChecks', { count: shown.length - SHOWN })}
          </Text>
        )}
        {openIssues > 0 && (
          <Alert color="yellow" variant="light" py="xs">
            {t('submit.openIssues', { count: openIssues })}
          </Alert>
        )}
        {errors.length === 0 && !canUndo && <Text size="sm">{t('submit.final')}</Text>}
        <Group justify="end">
          <Button variant="default" data-autofocus={openIssues > 0 || undefined} onClick={onClose}>
            {t('submit.keepEditing')}
          </Button>
          <Button
            data-autofocus={openIssues === 0 || undefined}
            disabled={errors.length > 0}
            loading={submit.isPending}
            onClick={() => submit.mutate(undefined, { onError })}
          >
            {buttonLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
