import { Group, Select, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { request } from '../kit/api.ts'
import { Chart } from '../kit/charts/Chart.tsx'
import { useMe } from '../kit/me.tsx'
import { Empty, Loaded } from '../kit/States.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { OwnContests, OwnJobs } from './OwnJobs.tsx'

/** How good a person's own work was, as far as they may know: whole days, up to yesterday. */
export function OwnQualityPage() {
  const t = useTranslator()
  const { projects } = useMe()
  const [search, setSearch] = useSearchParams()
  const asked = projects.find((project) => project.projectId === search.get('project'))
  const projectId = (asked ?? projects[0])?.projectId ?? null
  return (
    <Stack className="page" gap="md">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t('ownQuality.title')}
        </Title>
        <Select
          aria-label={t('ownQuality.project')}
          searchable
          allowDeselect={false}
          data={projects.map(({ projectId: value, name: label }) => ({ value, label }))}
          value={projectId}
          onChange={(value) => setSearch(value ? { project: value } : {}, { replace: true })}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('ownQuality.hint')}
      </Text>
      {projectId ? (
        <>
          <OwnFigures projectId={projectId} />
          <OwnContests projectId={projectId} />
          <OwnJobs projectId={projectId} />
        </>
      ) : (
        <Empty title={t('ownQuality.empty')} />
      )}
    </Stack>
  )
}

function OwnFigures({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const own = useQuery({
    queryKey: ['own-quality', projectId],
    queryFn: ({ signal }) => request('GET /api/me/quality', { query: { project_id: projectId }, signal }),
  })
  const share = (value: number | null) =>
    value === null ? '–' : t.number(value, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <Loaded of={own}>
      {({ days, classes }) => {
        if (days.length === 0) return <Empty title={t('ownQuality.empty')}>{t('ownQuality.emptyHint')}</Empty>
        const at = days.toSorted((a, b) => a.day.localeCompare(b.day))
        return (
          <>
            <Group grow align="start">
              <Chart
                kind="line"
                title={t('ownQuality.score')}
                points={at.map(({ day, score }) => ({ at: day, score }))}
                series={[{ name: 'score', label: t('quality.score'), color: 'teal.6' }]}
                format={share}
                range={[0, 1]}
              />
              <Chart
                kind="bar"
                title={t('ownQuality.jobs')}
                points={at.map(({ day, jobs }) => ({ at: day, jobs }))}
                series={[{ name: 'jobs', label: t('quality.jobs'), color: 'cyan.7' }]}
                format={t.number}
              />
            </Group>
            {classes.length > 0 && (
              <Table>
                <TableHead
                  columns={[
                    t('quality.by.class'),
                    { number: t('quality.recall') },
                    { number: t('quality.precision') },
                    { number: t('quality.pq') },
                  ]}
                />
                <Table.Tbody>
                  {classes.map(({ key, by_figure: figures }) => (
                    <Table.Tr key={key}>
                      <Table.Td>{key}</Table.Td>
                      <Table.Td ta="right">{share(figures.recall)}</Table.Td>
                      <Table.Td ta="right">{share(figures.precision)}</Table.Td>
                      <Table.Td ta="right">{share(figures.pq)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
