import { Anchor, Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { ApiFailure, messageOf } from '../kit/api.ts'
import { useMe } from '../kit/me.tsx'
import { bytes } from '../kit/time.ts'
import { type Opening, useOpenJob } from './useOpenJob.ts'
import { Workbench } from './Workbench.tsx'

/** A job of the queue, opened by whoever is signed in. */
export function JobPage({ jobId }: { jobId: string }) {
  const me = useMe()
  const { opening, reopen } = useOpenJob({ kind: 'person', jobId, userId: me.userId })
  if (opening.state !== 'open') return <OpeningPage opening={opening} onRetry={reopen} />
  return <Workbench job={opening.job} me={me} onReopen={reopen} />
}

interface OpeningProps {
  opening: Exclude<Opening, { state: 'open' }>
  onRetry(): void
}

export function OpeningPage({ opening, onRetry }: OpeningProps) {
  return (
    <main className="page-narrow">
      {opening.state === 'loading' ? (
        <LoadingJob {...opening.progress} />
      ) : (
        <NotOpened {...opening} onRetry={onRetry} />
      )}
    </main>
  )
}

function LoadingJob({ loadedBytes, totalBytes }: { loadedBytes: number; totalBytes: number | null }) {
  const percent = totalBytes ? Math.min(100, (100 * loadedBytes) / totalBytes) : 100
  return (
    <Stack gap="xs" role="status">
      <Text>Loading the job…</Text>
      <Progress value={percent} animated={totalBytes === null} aria-label="Loaded" />
      <Text size="sm" c="dimmed" className="numbers">
        {bytes(loadedBytes)}
        {totalBytes !== null && ` of ${bytes(totalBytes)}`}
      </Text>
    </Stack>
  )
}

function NotOpened({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const status = error instanceof ApiFailure ? error.status : null
  const title =
    status === 404 ? 'There is no such job' : status === 403 ? 'This job is not for you' : 'The job did not open'
  return (
    <Stack role="alert">
      <Title order={1} size="h3">
        {title}
      </Title>
      <Text>{messageOf(error)}</Text>
      <Group>
        <Button onClick={onRetry}>Try again</Button>
        <Anchor component={Link} href="/">
          To the start
        </Anchor>
      </Group>
    </Stack>
  )
}
