import { Alert, Anchor, Breadcrumbs, Button, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { Link } from 'wouter'
import type { JobDetailAnswer, ShownRecord } from '../../contract/console.ts'
import { request } from '../kit/api.ts'
import { useMay } from '../kit/me.tsx'
import { Secret } from '../kit/Secret.tsx'
import { StageBadge } from '../kit/StageBadge.tsx'
import { Loaded } from '../kit/States.tsx'
import type { Translator } from '../messages/translator.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { Deliveries } from './Deliveries.tsx'
import { JobManagement } from './JobManagement.tsx'
import { useGoldJob, useJobQuality } from './quality/goldQueries.ts'
import { JobQualityCard } from './quality/JobQuality.tsx'
import { keys } from './queries.ts'

export function JobDetailPage({ projectId, jobId }: { projectId: string; jobId: string }) {
  const detail = useQuery({
    queryKey: keys.job(projectId, jobId),
    queryFn: ({ signal }) =>
      request('GET /api/projects/:pid/jobs/:jid', { params: { pid: projectId, jid: jobId }, signal }),
    refetchInterval: 15_000,
  })
  return (
    <div className="page">
      <Loaded of={detail}>{(shown) => <Detail projectId={projectId} detail={shown} />}</Loaded>
    </div>
  )
}

function Detail({ projectId, detail }: { projectId: string; detail: JobDetailAnswer }) {
  const t = useTranslator()
  const { row, record } = detail
  const mayManage = useMay('manageJobs')
  const isManager = useMay('manageProjects')
  const quality = useJobQuality(projectId, row.jobId, useMay('seeQuality')).data
  const gold = useGoldJob(projectId, row.jobId, isManager).data
  return (
    <Stack gap="md">
      <div>
        <Breadcrumbs mb={4}>
          <Anchor component={Link} href="/projects" size="sm">
            {t('console.projects')}
          </Anchor>
          <Anchor component={Link} href={`/projects/${projectId}/jobs`} size="sm">
            {t('console.jobs')}
          </Anchor>
        </Breadcrumbs>
        <Group justify="space-between" align="start">
          <Group gap="sm">
            <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
              {row.referenceId}
            </Title>
            <StageBadge stage={row.stage} />
          </Group>
          <Group gap="xs">
            <Button
              component={Link}
              href={`/jobs/${row.jobId}`}
              variant="default"
              leftSection={<Eye size="1rem" />}
              disabled={row.stage === 'created' || row.stage === 'validating' || row.stage === 'failed'}
            >
              {t('job.openWorkbench')}
            </Button>
            {mayManage && (
              <JobManagement
                projectId={projectId}
                row={row}
                mayBeGold={isManager && gold === null && quality?.gold === null && row.stage === 'completed'}
              />
            )}
          </Group>
        </Group>
      </div>
      {record.error && <JobError error={record.error} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Facts detail={detail} record={record} />
        <Work detail={detail} />
      </SimpleGrid>
      {quality && <JobQualityCard projectId={projectId} quality={quality} gold={gold ?? null} isManager={isManager} />}
      {mayManage && <Deliveries projectId={projectId} jobId={row.jobId} />}
    </Stack>
  )
}

/** Every failure, in the form that the customer received. */
function JobError({ error }: { error: NonNullable<ShownRecord['error']> }) {
  const failures = error.meta_data?.failures ?? []
  return (
    <Alert color="red" variant="light" title={`${error.code}: ${error.message}`}>
      {failures.length > 0 && (
        <Table verticalSpacing={2} mt={4} highlightOnHover={false}>
          <Table.Tbody>
            {failures.map(({ field, type }) => (
              <Table.Tr key={`${field} ${type}`}>
                <Table.Td ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
                  {field}
                </Table.Td>
                <Table.Td fz="xs">{type}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Alert>
  )
}

function Facts({ detail: { row }, record }: { detail: JobDetailAnswer; record: ShownRecord }) {
  const t = useTranslator()
  const facts: [string, React.ReactNode][] = [
    [t('job.tag'), row.tag],
    [t('job.priority'), row.priorityWeight],
    [t('job.frames'), t.number(row.frames)],
    [t('job.annotations'), t.number(row.annotations)],
    [t('job.created'), t.moment(row.createdAt)],
    [t('job.completed'), row.completedAt ? t.moment(row.completedAt) : '–'],
    [t('job.result'), <ResultLink key="result" record={record} />],
  ]
  if (record.point_cloud_frame) {
    const frame = record.point_cloud_frame === 'sensor' ? 'job.frame.sensor' : 'job.frame.common'
    facts.push([t('job.pointCloudFrame'), t(frame)])
  }
  if (record.warnings.length > 0) {
    facts.push([t('job.warnings'), record.warnings.map(({ field, type }) => `${field}: ${type}`).join(', ')])
  }
  return (
    <Paper withBorder p="sm">
      <Table verticalSpacing={4} highlightOnHover={false}>
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Td w="8rem" c="dimmed">
                {name}
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Stack gap="xs" mt="xs">
        <Secret label={t('job.id')} value={row.jobId} />
        <Secret label={t('job.viewerUrl')} value={record.viewer_url} />
      </Stack>
    </Paper>
  )
}

function ResultLink({ record: { result, result_version: version } }: { record: ShownRecord }) {
  const t = useTranslator()
  if (!result) return <>–</>
  return (
    <Anchor href={result} target="_blank" rel="noreferrer" size="sm">
      {t('job.resultVersion', { version: version ?? 1 })}
    </Anchor>
  )
}

/** Who did what, how long it took, and what they said. */
function Work({ detail }: { detail: JobDetailAnswer }) {
  const t = useTranslator()
  const { row, activeTimes, reopenings, skips, reviews, openDrafts, openIssues } = detail
  const lines = [
    ...(row.lease ? [t('job.assigned', { name: row.lease.name, moment: t.moment(row.lease.heldUntil) })] : []),
    ...activeTimes.map(({ userName: name, kind, seconds }) =>
      t(kind === 'review' ? 'job.timeReviewing' : 'job.timeAnnotating', { name, duration: t.duration(seconds) }),
    ),
    ...reviews.map((review) => reviewText(t, review)),
    ...reopenings.map(({ userName, reason, at }) => {
      const said = t('job.reopened', { name: userName ?? t('common.apiKey'), moment: t.moment(at) })
      return reason ? t('job.withComment', { decision: said, comment: reason }) : said
    }),
    ...skips.map(({ userName: name, reason, at }) =>
      t('job.withComment', { decision: t('job.skipped', { name, moment: t.moment(at) }), comment: reason }),
    ),
    ...(openIssues > 0 ? [t('job.openIssues', { count: openIssues })] : []),
    ...(openDrafts > 0 ? [t('job.openDrafts', { count: openDrafts })] : []),
  ]
  return (
    <Paper withBorder p="sm">
      <Title order={2} size="h5" mb={6}>
        {t('job.history')}
      </Title>
      {lines.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('job.noHistory')}
        </Text>
      )}
      <Stack gap={4}>
        {lines.map((line) => (
          <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {line}
          </Text>
        ))}
      </Stack>
    </Paper>
  )
}

type ReviewLine = JobDetailAnswer['reviews'][number]

function reviewText(t: Translator, { decision, userName, at, fixed, comment }: ReviewLine): string {
  const id = decision === 'reject' ? 'job.rejected' : fixed ? 'job.fixedAndAccepted' : 'job.accepted'
  const said = t(id, { name: userName ?? t('common.apiKey'), moment: t.moment(at) })
  return comment ? t('job.withComment', { decision: said, comment }) : said
}
