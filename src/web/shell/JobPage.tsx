import { Anchor, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { ApiFailure } from '../kit/api.ts'
import { errorMessage } from '../kit/errorMessage.ts'
import { useMe } from '../kit/me.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { type Opening, useOpenJob } from './useOpenJob.ts'
import { Workbench } from './Workbench.tsx'

/** A job of the queue, opened by the signed-in person. */
export function JobPage({ jobId }: { jobId: string }) {
  const me = useMe()
  const { opening, reopen } = useOpenJob({ kind: 'person', jobId, userId: me.userId })
  if (opening.state !== 'open') return <OpeningPage opening={opening} onRetry={reopen} />
  return <Workbench job={opening.job} me={me} onReopen={reopen} />
}

interface OpeningProps {
  /** Opened by a public link, without signing in. */
  isViewer?: boolean
  opening: Exclude<Opening, { state: 'open' }>
  onRetry(): void
}

export function OpeningPage({ opening, isViewer = false, onRetry }: OpeningProps) {
  return (
    <main className="page-narrow">
      {opening.state === 'loading' ? (
        <LoadingJob {...opening.progress} />
      ) : (
        <NotOpened {...opening} isViewer={isViewer} onRetry={onRetry} />
      )}
    </main>
  )
}

function LoadingJob({ loadedBytes, totalBytes }: { loadedBytes: number; totalBytes: number | null }) {
  const t = useTranslator()
  const percent = totalBytes ? Math.min(100, (100 * loadedBytes) / totalBytes) : 100
  return (
    <Stack gap="xs" role="status">
      <Text>{t('opening.loading')}</Text>
      <Progress value={percent} animated={totalBytes === null} aria-label={t('opening.loaded')} />
      <Text size="sm" c="dimmed" className="numbers">
        {totalBytes === null
          ? t.bytes(loadedBytes)
          : t('opening.bytesOf', { loaded: t.bytes(loadedBytes), total: t.bytes(totalBytes) })}
      </Text>
    </Stack>
  )
}

function NotOpened({ error, isViewer, onRetry }: { error: unknown; isViewer: boolean; onRetry: () => void }) {
  const t = useTranslator()
  const status = error instanceof ApiFailure ? error.status : null
  const isBadLink = isViewer && (status === 401 || status === 403 || status === 404)
  const title = isBadLink
    ? t('opening.badLink')
    : status === 404
      ? t('opening.noJob')
      : status === 403
        ? t('opening.forbidden')
        : t('opening.failed')
  return (
    <Stack role="alert">
      <Title order={1} size="h3">
        {title}
      </Title>
      <Text>{isBadLink ? t('opening.badLinkHint') : t.of(errorMessage(error))}</Text>
      <Group>
        <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
        <Anchor component={Link} href="/">
          {t('common.toStart')}
        </Anchor>
      </Group>
    </Stack>
  )
}
