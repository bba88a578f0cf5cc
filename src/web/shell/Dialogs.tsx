import { Alert, Button, Group, Modal, ScrollArea, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { Finding } from '../../model/checks/finding.ts'
import { useObserved } from '../document/useObserved.ts'
import { useSession } from '../document/useSession.ts'
import { request } from '../kit/api.ts'
import { Markdown } from '../kit/markdown/Markdown.tsx'
import { Failed } from '../kit/States.tsx'
import { LazySearch } from '../kit/search/SearchBox.tsx'
import type { SearchEntry } from '../kit/search/searchEntry.ts'
import { useAction } from '../kit/useAction.ts'
import { withTexts } from '../messages/catalogue.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { QUEUE } from '../queue/queueKey.ts'
import { SkipDialog } from '../queue/SkipDialog.tsx'
import { useBoundCommands } from '../workbench/keys/useKeymap.ts'
import { openFinding, useShell } from '../workbench/shellContext.ts'
import { useIssues } from '../workbench/useIssues.ts'
import { ClassPicker } from './ClassPicker.tsx'
import { areNew, haveChanged, noteInstructionsRead } from './instructionsRead.ts'
import { SubmitReasons } from './SubmitReasons.tsx'
import { useJobActions } from './useJobActions.ts'
import { useOpenNext } from './useOpenNext.ts'

// Dialogs that few people open, or that need the service, are loaded when they open.
const AboutViewDialog = lazy(async () => ({
  default: (await withTexts(['dialogs'], import('./AboutViewDialog.tsx'))).AboutViewDialog,
}))
const DraftsDialog = lazy(async () => ({
  default: (await withTexts(['dialogs'], import('./DraftsDialog.tsx'))).DraftsDialog,
}))
const KeysDialog = lazy(async () => ({
  default: (await withTexts(['dialogs'], import('../workbench/keys/KeysDialog.tsx'))).KeysDialog,
}))

/** The open dialog, if any. One about lost work takes precedence. */
export function Dialogs() {
  const { session, dialog, setDialog } = useShell()
  const [, go] = useLocation()
  const close = () => setDialog(null)
  const { jobId, referenceId } = session.job.job
  return (
    <>
      <LostDialog />
      {dialog?.kind === 'search' && <WorkbenchSearch onClose={close} />}
      {dialog?.kind === 'class' && <ClassPicker onClose={close} />}
      {dialog?.kind === 'instructions' && <InstructionsDialog onClose={close} />}
      <SubmitDialog />
      {dialog?.kind === 'reject' && <RejectDialog onClose={close} />}
      <Suspense>
        {dialog?.kind === 'aboutView' && <AboutViewDialog onClose={close} />}
        {dialog?.kind === 'drafts' && <DraftsDialog onClose={close} />}
        {dialog?.kind === 'keys' && <KeysDialog annotationType={session.document.annotationType} onClose={close} />}
      </Suspense>
      {dialog?.kind === 'skip' && (
        <SkipDialog jobId={jobId} referenceId={referenceId} onClose={close} onSkipped={() => go('/queue')} />
      )}
    </>
  )
}

/** The search with everything that can be done in this job now. */
function WorkbenchSearch({ onClose }: { onClose: () => void }) {
  const t = useTranslator()
  const { session } = useShell()
  const bound = useBoundCommands()
  const commands = useMemo<SearchEntry[]>(
    () =>
      bound
        .filter(({ command }) => command.id !== 'job.search' && (command.isEnabled?.() ?? true))
        .map(({ command, keys }) => ({
          id: command.id,
          label: t.of(command.label),
          hint: keys[0],
          // A dialog of the command opens after this one has closed, and keeps its focus.
          run: () => void setTimeout(() => command.run(), 0),
        })),
    [bound, t],
  )
  return (
    <Suspense fallback={null}>
      <LazySearch projectId={session.job.job.projectId} commands={commands} onClose={onClose} />
    </Suspense>
  )
}

/**
 * What the tag asks for, and what a review said. Who is about to work says by its button that they have read it; closed
 * in another way it comes again.
 */
function InstructionsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator()
  const { session, me } = useShell()
  const { tag, reviews, access, instructions } = session.job
  const isAsked = me !== null && access !== 'read' && areNew(session.job)
  const read = () => {
    noteInstructionsRead(session.job)
    onClose()
  }
  const comments = reviews.filter(({ comment }) => comment)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('instructions.title', { tag: tag.name })}
      size="lg"
      scrollAreaComponent={ScrollArea.Autosize}
      data-instructions={instructions.version}
    >
      <Stack>
        {haveChanged(session.job) && <Alert variant="light">{t('instructions.changed')}</Alert>}
        {tag.instructions ? <Markdown text={tag.instructions} /> : <Text c="dimmed">{t('instructions.none')}</Text>}
        {comments.map((review) => (
          <div key={review.number}>
            <Text size="sm" fw={600}>
              {t(review.decision === 'reject' ? 'instructions.rejected' : 'instructions.accepted', {
                name: review.userName ?? t('common.apiKey'),
                moment: t.moment(review.at),
              })}
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {review.comment}
            </Text>
          </div>
        ))}
        {isAsked && (
          <Group justify="flex-end">
            <Button data-read onClick={read}>
              {t('instructions.read')}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

/** Asks before the job is submitted or accepted: it shows every reason together, and Enter returns to editing. */
function SubmitDialog() {
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
          <Button data-autofocus onClick={keepEditing}>
            {t('submit.keepEditing')}
          </Button>
          <Button variant="default" disabled={hasErrors} onClick={() => submission.confirm()}>
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

/** The work continued elsewhere. Nothing is overwritten: unsaved work is a draft, and both people see a notice. */
function LostDialog() {
  const t = useTranslator()
  const { session, beating, dialog, reopen } = useShell()
  const [, go] = useLocation()
  const saveState = useSession(session, (open) => open.saveState)
  const pending = useSession(session, (open) => open.pendingCount)
  const notice = useSession(session, (open) => open.notice)
  const [seen, setSeen] = useState<unknown>(null)
  const { claim } = useJobActions()
  const isConflict = saveState.kind === 'conflict'
  const isLost = saveState.kind === 'lease_lost' || beating.lost !== null
  const cause = isConflict ? 'conflict' : isLost ? 'lost' : notice
  // The page loads the job again by itself: see useReloadAfterDifference.
  if (saveState.kind === 'differs') return null
  if (cause === null || cause === seen || dialog?.kind === 'left') return null
  const holder = beating.lost?.holder?.name
  const isFree = isLost && beating.lost !== null && beating.lost.holder === null
  const close = () => {
    setSeen(cause)
    if (notice) session.dismissNotice()
  }
  const kept = pending > 0 ? t('lost.keptHere') : t('lost.keptAsDraft')
  return (
    <Modal
      opened
      onClose={close}
      title={isConflict ? t('lost.changed') : isLost ? t('lost.takenOver') : t('lost.found')}
    >
      <Stack>
        <Text size="sm">
          {isConflict || isLost ? t.of(saveState.detail ?? lostText(isConflict, holder)) : notice && t.of(notice)}
        </Text>
        {(isConflict || isLost) && <Text size="sm">{kept}</Text>}
        <Group justify="end">
          {isLost && (
            <Button variant="default" onClick={() => go('/queue')}>
              {t('common.toQueue')}
            </Button>
          )}
          {isFree && (
            <Button loading={claim.isPending} onClick={() => claim.mutate()}>
              {t('lost.takeAgain')}
            </Button>
          )}
          <Button variant={isFree ? 'default' : 'filled'} data-autofocus onClick={cause === notice ? close : reopen}>
            {cause === notice ? t('lost.continue') : t('lost.reload')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function lostText(isConflict: boolean, holder: string | undefined): Message {
  if (isConflict) return msg('lost.savedElsewhere')
  return holder ? msg('lost.heldBy', { name: holder }) : msg('lost.expired')
}

/** Sends a job back to its annotator: with a comment, or with open issues that say enough. */
function RejectDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator()
  const shell = useShell()
  const { session } = shell
  const openNext = useOpenNext(shell)
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
    onDone: () => openNext('rejected', false),
    changes: [QUEUE],
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reject.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('reject.title')}>
      <form onSubmit={submit}>
        <Stack>
          {reject.error && <Failed error={reject.error} />}
          <Textarea
            label={t('reject.comment')}
            data-autofocus
            autosize
            minRows={3}
            required={open === 0}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
          {open > 0 && (
            <Text size="sm" c="dimmed">
              {t('reject.openIssues', { count: open })}
            </Text>
          )}
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red" loading={reject.isPending} disabled={open === 0 && comment.trim() === ''}>
              {t('reject.do')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
