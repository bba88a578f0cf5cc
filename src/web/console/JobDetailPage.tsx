import { Alert, Anchor, Breadcrumbs, Button, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { Link } from 'wouter'
import type { JobRecord } from '../../client/types/answers.ts'
import type { JobDetail } from '../../formats/workbench/console.ts'
import { request } from '../kit/api.ts'
import { useMay } from '../kit/me.tsx'
import { Secret } from '../kit/Secret.tsx'
import { StageBadge } from '../kit/StageBadge.tsx'
import { Loaded } from '../kit/States.tsx'
import { duration, moment } from '../kit/time.ts'
import { Deliveries } from './Deliveries.tsx'
import { JobManagement } from './JobManagement.tsx'
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
      <Loaded of={detail} what="the job">
        {(shown) => <Detail projectId={projectId} detail={shown} />}
      </Loaded>
    </div>
  )
}

function Detail({ projectId, detail }: { projectId: string; detail: JobDetail }) {
  const { row } = detail
  const record = detail.record as unknown as JobRecord
  const mayManage = useMay('manageJobs')
  return (
    <Stack gap="md">
      <div>
        <Breadcrumbs mb={4}>
          <Anchor component={Link} href="/projects" size="sm">
            Projects
          </Anchor>
          <Anchor component={Link} href={`/projects/${projectId}/jobs`} size="sm">
            Jobs
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
              Open in the workbench
            </Button>
            {mayManage && <JobManagement projectId={projectId} row={row} />}
          </Group>
        </Group>
      </div>
      {record.error && <JobError error={record.error} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Facts detail={detail} record={record} />
        <Work detail={detail} />
      </SimpleGrid>
      {mayManage && <Deliveries projectId={projectId} jobId={row.jobId} />}
    </Stack>
  )
}

/** Every failure, as the customer was told. */
function JobError({ error }: { error: NonNullable<JobRecord['error']> }) {
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

function Facts({ detail: { row }, record }: { detail: JobDetail; record: JobRecord }) {
  const facts: [string, React.ReactNode][] = [
    ['Tag', row.tag],
    ['Priority', row.priorityWeight],
    ['Frames', row.frames.toLocaleString()],
    ['Annotations', row.annotations.toLocaleString()],
    ['Created', moment(row.createdAt)],
    ['Completed', row.completedAt ? moment(row.completedAt) : '–'],
    ['Result', <ResultLink key="result" record={record} />],
    ...(record.point_cloud_frame ? [['Point clouds in', `${record.point_cloud_frame} frame`] as [string, string]] : []),
    ...(record.warnings.length > 0
      ? [['Warnings', record.warnings.map(({ field, type }) => `${field}: ${type}`).join(', ')] as [string, string]]
      : []),
  ]
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
        <Secret label="Job id" value={row.jobId} />
        <Secret label="Link for looking, without signing in" value={record.viewer_url} />
      </Stack>
    </Paper>
  )
}

function ResultLink({ record: { result, result_version: version } }: { record: JobRecord }) {
  if (!result) return <>–</>
  return (
    <Anchor href={result} target="_blank" rel="noreferrer" size="sm">
      version {version}
    </Anchor>
  )
}

/** Who did what, how long it took, and what they said. */
function Work({ detail }: { detail: JobDetail }) {
  const { row, activeTimes, skips, reviews, openDrafts, openIssues } = detail
  const lines = [
    ...(row.lease ? [`${row.lease.name} has it until ${moment(row.lease.heldUntil)} or longer`] : []),
    ...activeTimes.map(
      ({ userName, kind, seconds }) =>
        `${userName}: ${duration(seconds)} of ${kind === 'review' ? 'reviewing' : 'annotating'}`,
    ),
    ...reviews.map(
      ({ decision, userName, at, fixed, comment }) =>
        `${decision === 'accept' ? (fixed ? 'Fixed and accepted' : 'Accepted') : 'Sent back'} by ${userName ?? 'an API key'}, ${moment(at)}${comment ? `: ${comment}` : ''}`,
    ),
    ...skips.map(({ userName, reason, at }) => `Skipped by ${userName}, ${moment(at)}: ${reason}`),
    ...(openIssues > 0 ? [`${openIssues} open ${openIssues === 1 ? 'issue' : 'issues'}`] : []),
    ...(openDrafts > 0
      ? [`${openDrafts} ${openDrafts === 1 ? 'draft' : 'drafts'} to take or drop, in the workbench`]
      : []),
  ]
  return (
    <Paper withBorder p="sm">
      <Title order={2} size="h5" mb={6}>
        Work
      </Title>
      {lines.length === 0 && (
        <Text size="sm" c="dimmed">
          No person has worked on it.
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
