import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SaveKind } from '../document/autosave.ts'
import { useSession } from '../document/useSession.ts'
import { request } from '../kit/api.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { draftsKey } from './draftsKey.ts'

const isLate = (kind: SaveKind): boolean => kind === 'conflict' || kind === 'lease_lost'
const LOOK_MS = 30_000

/**
 * Work that arrived after the job was passed on waits for the person who has the job now, and for its author. It may
 * also arrive while they work, and its author sees it immediately.
 */
export function DraftsBanner() {
  const t = useTranslator()
  const { session, me, isElsewhere, setDialog } = useShell()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const params = { jid: session.job.job.jobId }
  const drafts = useQuery({
    queryKey: draftsKey(params.jid),
    queryFn: ({ signal }) => request('GET /api/jobs/:jid/drafts', { params, signal }),
    enabled: me !== null && !isElsewhere,
    refetchInterval: LOOK_MS,
  })
  const { refetch } = drafts
  const isKept = useSession(session, ({ saveState, pendingCount }) => isLate(saveState.kind) && pendingCount === 0)
  useEffect(() => {
    if (isKept) void refetch()
  }, [isKept, refetch])
  // People who cannot apply drafts see only their own.
  const mayApply = session.job.access !== 'read'
  const waiting = (drafts.data?.drafts ?? []).filter(
    ({ draftId, userId }) => !closed.has(draftId) && (mayApply || userId === me?.userId),
  )
  const [first] = waiting
  if (!first) return null
  const changes = waiting.reduce((sum, { operationCount }) => sum + operationCount, 0)
  return (
    <Alert
      color="yellow"
      variant="light"
      radius={0}
      py={6}
      icon={<FileClock size="1rem" />}
      aria-label={t('drafts.title')}
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={() => setClosed(new Set([...closed, ...waiting.map(({ draftId }) => draftId)]))}
    >
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">
          {first.userId === me?.userId
            ? t('drafts.waitingOwn', { count: changes })
            : t('drafts.waiting', { count: changes, name: first.userName })}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setDialog({ kind: 'drafts' })}
          style={{ flex: 'none' }}
        >
          {t('drafts.look')}
        </Button>
      </Group>
    </Alert>
  )
}
