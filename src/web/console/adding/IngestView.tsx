import { Anchor, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { request } from '../../kit/api.ts'
import { Failed, Loaded, Loading } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { keys } from '../queries.ts'

const POLL_MS = 1000
const RESTING: readonly string[] = ['planned', 'completed', 'failed', 'cancelled']
/** Entries of a list that are shown; the rest is counted. */
const MAX_SHOWN = 100

const useIngest = (projectId: string, ingestId: string) =>
  useQuery({
    queryKey: keys.ingest(projectId, ingestId),
    queryFn: ({ signal }) =>
      request('GET /api/v1/projects/:pid/ingests/:nid', { params: { pid: projectId, nid: ingestId }, signal }),
    refetchInterval: ({ state }) => (state.data && RESTING.includes(state.data.status) ? false : POLL_MS),
  })

type Ingest = NonNullable<ReturnType<typeof useIngest>['data']>

interface Props {
  projectId: string
  ingestId: string
}

/** What an ingest would make, then what it has made. */
export function IngestView({ projectId, ingestId }: Props) {
  const t = useTranslator()
  const ingest = useIngest(projectId, ingestId)
  return (
    <Loaded of={ingest}>
      {(row) => (
        <Stack gap="sm">
          {row.error && <Text role="alert">{row.error.message}</Text>}
          {row.plan ? <Plan projectId={projectId} row={row} plan={row.plan} /> : !row.error && <Reading />}
          <Entries
            title={t('data.failures', { count: row.failures_total })}
            rows={row.failures.map(({ file, field, type }) => [file, field, type].filter(Boolean).join(' · '))}
          />
          {row.status === 'creating' && <Text role="status">{t('data.creating', { created: row.created })}</Text>}
          {row.status === 'completed' && <Outcome projectId={projectId} row={row} />}
        </Stack>
      )}
    </Loaded>
  )
}

function Reading() {
  const t = useTranslator()
  return (
    <>
      <Text role="status">{t('data.reading')}</Text>
      <Loading />
    </>
  )
}

interface PlanProps {
  projectId: string
  row: Ingest
  plan: NonNullable<Ingest['plan']>
}

function Plan({ projectId, row, plan }: PlanProps) {
  const t = useTranslator()
  const start = useAction({
    run: () =>
      request('POST /api/v1/projects/:pid/ingests/:nid/start', { params: { pid: projectId, nid: row.ingest_id } }),
    changes: [keys.ingest(projectId, row.ingest_id)],
    quiet: true,
  })
  const isStarted = useRef(false)
  /** A second press comes before the page shows the first one. */
  const startOnce = () => {
    if (isStarted.current) return
    isStarted.current = true
    start.mutate(undefined, {
      onError: () => {
        isStarted.current = false
      },
    })
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={t('data.planTitle')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('data.planTitle')}
        </Title>
        {row.why && <Text>{row.why}</Text>}
        <Text size="sm" className="numbers">
          {t('data.jobs', { count: plan.jobs })} · {t('data.frames', { count: plan.frames })} ·{' '}
          {t('data.fileCount', { count: plan.files })} · {t.bytes(plan.bytes)}
        </Text>
        <Entries
          title={t('data.sensors')}
          rows={plan.sensors.map((one) =>
            [one.sensor_id, t('data.frames', { count: one.frames }), one.source].filter(Boolean).join(' · '),
          )}
        />
        <Entries title={t('data.warnings')} rows={plan.warnings.map(({ code, message }) => `${code}: ${message}`)} />
        <Entries
          title={t('data.skipped', { count: plan.skipped_total })}
          rows={plan.skipped.map(({ file, reason }) => `${file} · ${reason}`)}
        />
        <Entries
          title={t('data.sample')}
          rows={plan.sample.map((one) => `${one.reference_id} · ${t('data.frames', { count: one.frames })}`)}
        />
        {start.error && <Failed error={start.error} />}
        {row.status === 'planned' && plan.jobs > 0 && (
          <Group justify="end">
            <Button onClick={startOnce} loading={start.isPending || start.isSuccess}>
              {t('data.create', { count: plan.jobs })}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

/** A titled list; nothing where it is empty. */
function Entries({ title, rows }: { title: string; rows: readonly string[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">
        {[...new Set(rows)].slice(0, MAX_SHOWN).map((row) => (
          <List.Item key={row} style={{ overflowWrap: 'anywhere' }}>
            {row}
          </List.Item>
        ))}
      </List>
    </section>
  )
}

function Outcome({ projectId, row }: { projectId: string; row: Ingest }) {
  const t = useTranslator()
  return (
    <Group role="status">
      <Text>{t('data.created', { count: row.created })}</Text>
      {row.duplicates > 0 && <Text>{t('data.duplicates', { count: row.duplicates })}</Text>}
      <Anchor component={Link} href={`/projects/${projectId}/jobs?ingest=${row.ingest_id}`}>
        {t('data.showJobs')}
      </Anchor>
    </Group>
  )
}
