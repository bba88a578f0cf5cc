import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { request } from '../../kit/api.ts'
import { Chart } from '../../kit/charts/Chart.tsx'
import { useMay } from '../../kit/me.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { saveFile } from '../csv.ts'
import { personCurves, personDaysCsv } from './personDays.ts'
import type { ProgressDay } from './progressPoints.ts'

const COLORS = ['cyan.7', 'orange.6', 'teal.6', 'grape.6', 'red.6', 'yellow.7']

interface Props {
  projectId: string
  projectName: string
  days: readonly ProgressDay[]
}

/** Each person's submissions by day; only managers see single people. */
export function PersonChart({ projectId, projectName, days }: Props) {
  const t = useTranslator()
  const mayList = useMay('manageProjects')
  const from = days[0].at
  const { data: cells } = useQuery({
    queryKey: ['project', projectId, 'quality', '/days', from],
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/projects/:pid/quality/days', { params: { pid: projectId }, query: { from }, signal }))
        .cells,
    enabled: mayList,
  })
  if (!mayList || !cells || cells.length === 0) return null
  const curves = personCurves(cells, t('quality.machines'))
  return (
    <Chart
      kind="line"
      title={t('progress.byPerson')}
      points={days.map(({ at }) => ({
        at,
        ...Object.fromEntries(curves.map(({ key, jobs }) => [key, jobs.get(at) ?? 0])),
      }))}
      series={curves.map(({ key, name }, i) => ({ name: key, label: name, color: COLORS[i] }))}
      format={t.number}
    >
      <Group component="span" gap="0 xs" justify="space-between">
        {t('progress.byPersonHint')}
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<Download size="0.75rem" />}
          onClick={() =>
            saveFile(
              t('progress.personDaysFile', { project: projectName }),
              personDaysCsv(cells, t('quality.machines')),
            )
          }
        >
          {t('progress.downloadPersonDays')}
        </Button>
      </Group>
    </Chart>
  )
}
