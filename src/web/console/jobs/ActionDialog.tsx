import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { JobRowAnswer } from '../../../contract/console.ts'
import { request } from '../../kit/api.ts'
import { Failed, Loading } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { keys } from '../queries.ts'
import { ActionFields, asksValue } from './ActionFields.tsx'
import { type ActionShown, type AskedValue, type BulkAction, type Chosen, isRunning } from './jobAction.ts'
import { RefusedJobs } from './RefusedJobs.tsx'

const LOOK_MS = 400

interface Asked {
  action: BulkAction
  value: AskedValue
  dry_run: boolean
}

/** An action on many jobs, which a worker of the service does: start it, follow it, cancel the rest. */
function useJobAction(projectId: string, chosen: Chosen) {
  const client = useQueryClient()
  const [running, setRunning] = useState<{ id: string; isDryRun: boolean } | null>(null)
  const key = ['project', projectId, 'action', running?.id]
  const { data: shown = null, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      request('GET /api/v1/projects/:pid/jobs/actions/:aid', {
        params: { pid: projectId, aid: running?.id ?? '' },
        signal,
      }),
    enabled: running !== null,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : LOOK_MS),
  })
  const start = useAction({
    run: (asked: Asked) =>
      request('POST /api/v1/projects/:pid/jobs/actions', { params: { pid: projectId }, body: { ...asked, ...chosen } }),
    onDone: ({ action_id: id }, { dry_run: isDryRun }) => setRunning({ id, isDryRun }),
    quiet: true,
  })
  const cancel = useAction({
    run: () =>
      request('DELETE /api/v1/projects/:pid/jobs/actions/:aid', { params: { pid: projectId, aid: running?.id ?? '' } }),
    onDone: (after) => client.setQueryData(key, after),
  })
  const isDone = shown !== null && !isRunning(shown)
  const hasChanged = isDone && running?.isDryRun === false
  useEffect(() => {
    if (!hasChanged) return
    for (const queryKey of [keys.jobs(projectId), keys.batches(projectId), keys.projects])
      void client.invalidateQueries({ queryKey })
  }, [hasChanged, client, projectId])
  return {
    /** null: not started yet. */
    isDryRun: running?.isDryRun ?? null,
    shown,
    isDone,
    error: start.error ?? error,
    isStarting: start.isPending,
    start: start.mutate,
    cancel: () => cancel.mutate(),
  }
}

interface Props {
  projectId: string
  action: BulkAction
  chosen: Chosen
  /** Their reference IDs are known. */
  rows: readonly JobRowAnswer[]
  onClose(): void
  onDone(): void
}

/** An action in three steps: its value, what it would do, and how it goes. */
export function ActionDialog({ projectId, action, chosen, rows, onClose, onDone }: Props) {
  const t = useTranslator()
  const [value, setValue] = useState<AskedValue>(action === 'reopen' ? { reason: '' } : undefined)
  const act = useJobAction(projectId, chosen)
  const { isDryRun, shown, isDone, start } = act
  const isAsking = isDryRun === null && asksValue(action)
  // An action without a value needs no input before the preview.
  useEffect(() => {
    if (!asksValue(action)) start({ action, value: undefined, dry_run: true })
  }, [action, start])
  const close = () => {
    if (isDryRun === false) onDone()
    onClose()
  }
  const words = action === 'assist' ? 'jobs.asking' : 'jobs'
  const isPreview = isDryRun === true && isDone && shown?.status === 'completed'
  const run = () => start({ action, value, dry_run: false })
  // The dots of the menu say that a dialog comes: here it is.
  const title = t(`jobs.action.${action}`).replace(/…$/, '')
  return (
    <Modal opened onClose={close} title={title} size="lg">
      <Stack>
        {act.error && <Failed error={act.error} />}
        {isAsking && (
          <>
            <ActionFields projectId={projectId} action={action} onChange={setValue} />
            <Group justify="end">
              <Button variant="default" onClick={close}>
                {t('common.cancel')}
              </Button>
              <Button
                disabled={value === undefined}
                loading={act.isStarting}
                onClick={() => start({ action, value, dry_run: true })}
              >
                {t('jobs.preview')}
              </Button>
            </Group>
          </>
        )}
        {isDryRun === null && !isAsking && !act.error && <Loading />}
        {isDryRun !== null && !isPreview && (
          <Going words={words} shown={shown} isDryRun={isDryRun} isDone={isDone} onCancel={act.cancel} />
        )}
        {isPreview && (
          <Text role="status">
            {t(`${words}.wouldDo`, { done: shown.progress.done, refused: shown.progress.refused })}
          </Text>
        )}
        {isDone && shown && shown.refusals.length > 0 && (
          <RefusedJobs projectId={projectId} action={action} shown={shown} rows={rows} />
        )}
        {isPreview && (
          <Group justify="end">
            <Button variant="default" onClick={close}>
              {t('jobs.doNothing')}
            </Button>
            <Button
              data-autofocus
              color={action === 'cancel' ? 'red' : undefined}
              disabled={shown.progress.done === 0}
              loading={act.isStarting}
              onClick={run}
            >
              {t(`${words}.doIt`, { count: shown.progress.done })}
            </Button>
          </Group>
        )}
        {isDryRun === false && isDone && (
          <Group justify="end">
            <Button onClick={close}>{t('common.close')}</Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

interface GoingProps {
  /** Jobs are changed, or assistants are asked about them. */
  words: 'jobs' | 'jobs.asking'
  shown: ActionShown | null
  isDryRun: boolean
  isDone: boolean
  onCancel(): void
}

function Going({ words, shown, isDryRun, isDone, onCancel }: GoingProps) {
  const t = useTranslator()
  const { total, done, refused } = shown?.progress ?? { total: 0, done: 0, refused: 0 }
  const label = isDryRun ? t('jobs.looking', { done: done + refused }) : t(`${words}.doing`, { done, refused, total })
  if (isDone)
    return shown?.status === 'completed' ? (
      <Alert color="teal" role="status">
        {t(`${words}.didIt`, { done, refused })}
      </Alert>
    ) : (
      <Alert color="yellow" role="status">
        {t(`${words}.${shown?.status === 'cancelled' ? 'stopped' : 'broke'}`, { done, total })}
      </Alert>
    )
  return (
    <>
      <Progress value={total === 0 ? 0 : ((done + refused) / total) * 100} animated aria-label={label} />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {label}
        </Text>
        <Button variant="default" size="compact-sm" onClick={onCancel}>
          {t('jobs.stop')}
        </Button>
      </Group>
    </>
  )
}
