import { Card, CloseButton, Group, Progress, Text } from '@mantine/core'
import { X } from 'lucide-react'
import type { ShownRun } from '../../../contract/assistants.ts'
import type { RunFinding } from '../../../model/assistants/assistant.ts'
import type { StartedRun } from '../../document/openSuggestions.ts'
import { request } from '../../kit/api.ts'
import { assistErrorMessage } from '../../kit/errorMessage.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { useAction } from '../../kit/useAction.ts'
import type { Translator } from '../../messages/translator.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useRun } from '../../workbench/assistance/useRun.ts'
import { goTo, useShell } from '../../workbench/shellContext.ts'

/** The progress and outcome of a background request. */
export function RunCard({ started: { runId, assistant, verb } }: { started: StartedRun }) {
  const t = useTranslator()
  const { session } = useShell()
  const { jobId } = session.job.job
  const run = useRun(session, runId)
  const isUnderWay = run === null || run.status === 'queued' || run.status === 'running'
  const cancelling = useAction({
    run: () => request('DELETE /api/jobs/:jid/assist/:rid', { params: { jid: jobId, rid: runId } }),
    changes: [['run', jobId, runId]],
  })
  return (
    <Card withBorder p="xs" role="status" aria-label={assistant}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" truncate>
          {t('common.pair', { first: assistant, second: t(`assist.${verb}`) })}
        </Text>
        {isUnderWay ? (
          <IconButton label={t('assist.cancel')} icon={X} onClick={() => cancelling.mutate()} />
        ) : (
          <CloseButton size="sm" aria-label={t('assist.close')} onClick={() => session.suggestions.removeRun(runId)} />
        )}
      </Group>
      {isUnderWay && <Progress value={run?.progress == null ? 100 : run.progress * 100} animated mt={4} size="sm" />}
      <Text size="xs" c={run?.status === 'failed' ? 'red' : 'dimmed'} mt={4} title={run?.error?.message}>
        {outcomeOf(t, run)}
      </Text>
      {run?.dropped.map(({ label, count }) => (
        <Text key={label} size="xs" c="dimmed">
          {t('assist.noMatch', { label, count })}
        </Text>
      ))}
      {run?.stopped_at.map(({ track_id, frame_id = '', reason = '' }) => (
        <Text key={track_id} size="xs" c="dimmed">
          {t('assist.stopped', { frame: frame_id, reason })}
        </Text>
      ))}
      {run && run.findings.length > 0 && <RunFindings findings={run.findings} />}
    </Card>
  )
}

function outcomeOf(t: Translator, run: ShownRun | null): string {
  switch (run?.status) {
    case undefined:
    case 'queued':
      return t('assist.queued')
    case 'running':
      return run.suggestions.length > 0 ? t('assist.found', { count: run.suggestions.length }) : t('assist.running')
    case 'cancelled':
      return t('assist.cancelled')
    case 'failed':
      return t('assist.failed', { reason: run.error ? t.of(assistErrorMessage(run.error.code)) : '' })
    case 'completed':
      return run.verb === 'review'
        ? t('assist.findings', { count: run.findings.length })
        : t('assist.completed', { count: run.suggestions.length })
  }
}

/** Changes that an assistant proposes; a press opens the place. */
function RunFindings({ findings }: { findings: readonly RunFinding[] }) {
  const { session } = useShell()
  const { frames } = session.job.content
  return findings.map(({ text, severity, track_id: trackId, frame_id }, index) => {
    const frame = frame_id === undefined ? -1 : frames.findIndex(({ frameId }) => frameId === frame_id)
    return (
      <button
        // Two findings may be alike to the letter.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={index}
        type="button"
        className="panel-row"
        data-severity={severity}
        onClick={() => goTo(session, { ...(frame >= 0 && { frame }), ...(trackId !== undefined && { trackId }) })}
      >
        <span style={{ flex: 1, textAlign: 'start' }}>{text}</span>
      </button>
    )
  })
}
