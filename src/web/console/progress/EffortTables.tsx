import { Button, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { request } from '../../kit/api.ts'
import { useMay } from '../../kit/me.tsx'
import type { Translator } from '../../messages/translator.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { saveFile } from '../csv.ts'
import { SortedTable } from '../SortedTable.tsx'
import { type EffortRow, effortCsv, effortRows, secondsPerObject } from './effort.ts'

interface Props {
  projectId: string
  projectName: string
  /** The first day, in UTC. */
  from: string
}

/** What work takes: by tag for who may see figures, and by person for managers. */
export function EffortTables(props: Props) {
  const maySee = useMay('seeQuality')
  const mayListPeople = useMay('manageProjects')
  return (
    <>
      {mayListPeople && <EffortTable {...props} by="person" />}
      {maySee && <EffortTable {...props} by="tag" />}
    </>
  )
}

interface TableProps extends Props {
  by: 'person' | 'tag'
}

function EffortTable({ projectId, projectName, from, by }: TableProps) {
  const t = useTranslator()
  const isOfPeople = by === 'person'
  const title = t(isOfPeople ? 'progress.people' : 'progress.tags')
  const read = async (key: 'person' | 'reviewer' | 'tag', signal: AbortSignal) =>
    (
      await request('GET /api/v1/projects/:pid/quality', {
        params: { pid: projectId },
        query: { by: key, from },
        signal,
      })
    ).rows
  const { data: rows } = useQuery({
    queryKey: ['project', projectId, 'effort', by, from],
    queryFn: async ({ signal }) =>
      effortRows(await read(by, signal), isOfPeople ? await read('reviewer', signal) : [], t('quality.machines')),
  })
  if (!rows || rows.length === 0) return null
  const count = (value: number) => (value === 0 ? '–' : t.number(value))
  const time = (seconds: number) => (seconds === 0 ? '–' : t.duration(seconds))
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Download size="0.875rem" />}
          onClick={() => saveFile(t('progress.effortFile', { project: projectName, by: title }), effortCsv(by, rows))}
        >
          {t(isOfPeople ? 'progress.downloadPeople' : 'progress.downloadTags')}
        </Button>
      </Group>
      <SortedTable
        keyOf={({ key }) => key}
        rows={rows}
        initial="-jobs"
        parameter={`${by}_sort`}
        label={title}
        columns={[
          { name: 'name', title: t(`quality.by.${by}`), by: ({ name }) => name, show: ({ name }) => name },
          { ...numbers('jobs', t('progress.submitted')), show: ({ jobs }) => count(jobs) },
          { ...numbers('objects', t('job.annotations')), show: ({ objects }) => count(objects) },
          { ...numbers('activeSeconds', t('progress.annotating')), show: (row) => time(row.activeSeconds) },
          {
            name: 'perObject',
            title: t('progress.perObject'),
            isNumber: true,
            by: secondsPerObject,
            show: (row) => shownSeconds(t, secondsPerObject(row)),
          },
          ...(isOfPeople
            ? [
                { ...numbers('reviews', t('progress.reviews')), show: ({ reviews }: EffortRow) => count(reviews) },
                {
                  ...numbers('reviewSeconds', t('progress.reviewing')),
                  show: (row: EffortRow) => time(row.reviewSeconds),
                },
              ]
            : []),
        ]}
      />
    </Stack>
  )
}

type Counted = 'jobs' | 'objects' | 'activeSeconds' | 'reviews' | 'reviewSeconds'

const numbers = (name: Counted, title: string) => ({ name, title, isNumber: true, by: (row: EffortRow) => row[name] })

const shownSeconds = (t: Translator, seconds: number | null): string =>
  seconds === null
    ? '–'
    : t.number(seconds, { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: 1 })
