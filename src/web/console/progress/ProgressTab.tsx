import { Anchor, Button, Group, SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ProjectRowAnswer } from '../../../contract/console.ts'
import { STAGES, type Stage } from '../../../model/stage.ts'
import { request } from '../../kit/api.ts'
import { Chart } from '../../kit/charts/Chart.tsx'
import { useMay } from '../../kit/me.tsx'
import { Empty, Loaded } from '../../kit/States.tsx'
import { STAGE_COLORS } from '../../kit/stageColors.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { csvText, saveFile } from '../csv.ts'
import { EffortTables } from './EffortTables.tsx'
import { personCurves, personDaysCsv } from './personDays.ts'
import { forecast, type ProgressAnswer, type ProgressDay, progressDays } from './progressPoints.ts'

const COLORS = ['cyan.7', 'orange.6', 'teal.6', 'grape.6', 'red.6', 'yellow.7']

interface Props {
  projectId: string
  projectName: string
  days: readonly ProgressDay[]
}

/** Each person's submissions by day; only managers see single people. */
function PersonChart({ projectId, projectName, days }: Props) {
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

const SPANS = ['7', '30', '90', '365'] as const
const DAY_MS = 86_400_000
const MOST_DAYS = 4999
const LIVE_MS = 30_000
const OPEN_STAGES = ['queued', 'in_progress', 'in_review'] as const satisfies readonly Stage[]

/** How the work progresses, when it will be done, and who does it. */
export function ProgressTab({ project }: { project: ProjectRowAnswer }) {
  const t = useTranslator()
  const { projectId } = project
  const [span, setSpan] = useState<string>('30')
  const earliest = new Date(Math.max(Date.parse(project.createdAt), Date.now() - MOST_DAYS * DAY_MS)).toISOString()
  const progress = useQuery({
    queryKey: ['project', projectId, 'progress'],
    queryFn: ({ signal }) =>
      request('GET /api/v1/projects/:pid/progress', { params: { pid: projectId }, query: { from: earliest }, signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <Loaded of={progress}>
      {(answer) => {
        const all = progressDays(answer.buckets)
        const days = all.slice(-Number(span))
        if ((all.at(-1)?.totalSoFar ?? 0) === 0) return <Empty title={t('progress.empty')}>{t('jobs.emptyHint')}</Empty>
        return (
          <Stack>
            <Group justify="space-between">
              <SegmentedControl
                aria-label={t('progress.span')}
                data={SPANS.map((value) => ({ value, label: t('progress.days', { count: Number(value) }) }))}
                value={span}
                onChange={setSpan}
              />
              <Button
                variant="default"
                leftSection={<Download size="1rem" />}
                onClick={() => saveFile(t('progress.file', { project: project.name }), progressCsv(days))}
              >
                {t('usage.download')}
              </Button>
            </Group>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <BurnUp days={days} answer={answer} />
              <Throughput days={days} />
              <WorkInStages projectId={projectId} days={days} answer={answer} />
              <Effort days={days} />
              <PersonChart projectId={projectId} projectName={project.name} days={days} />
              <CallbackChart days={days} />
              <DelayChart days={days} />
            </SimpleGrid>
            <EffortTables projectId={projectId} projectName={project.name} from={days[0].at} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

function BurnUp({ days, answer: { estimate } }: { days: readonly ProgressDay[]; answer: ProgressAnswer }) {
  const t = useTranslator()
  const ahead = forecast(days, estimate)
  const last = days.length - 1
  const day = (iso: string) => iso.slice(0, 10)
  return (
    <Chart
      kind="line"
      title={t('progress.burnUp')}
      points={[
        ...days.map(({ at, completedSoFar, totalSoFar }, i) => ({
          at,
          completed: completedSoFar,
          total: totalSoFar,
          estimated: i === last && ahead.length > 0 ? completedSoFar : null,
        })),
        ...ahead.map(({ at, estimated }) => ({ at, estimated, completed: null, total: days[last].totalSoFar })),
      ]}
      series={[
        { name: 'total', label: t('progress.total'), color: 'gray.6' },
        { name: 'completed', label: t('stage.completed'), color: 'teal.6' },
        { name: 'estimated', label: t('progress.estimated'), color: 'teal.6', strokeDasharray: '5 5' },
      ]}
      format={t.number}
    >
      {estimate
        ? estimate.high
          ? t('progress.doneBetween', { at: day(estimate.at), low: day(estimate.low), high: day(estimate.high) })
          : t('progress.doneFrom', { at: day(estimate.at), low: day(estimate.low) })
        : t('progress.noEstimate')}
    </Chart>
  )
}

function Throughput({ days }: { days: readonly ProgressDay[] }) {
  const t = useTranslator()
  const submitted = days.reduce((sum, day) => sum + day.submitted, 0)
  const rejected = days.reduce((sum, day) => sum + day.rejected, 0)
  return (
    <Chart
      kind="bar"
      title={t('progress.throughput')}
      points={days.map(({ at, completed, reworked: rework }) => ({ at, completed, rework }))}
      series={[
        { name: 'completed', label: t('stage.completed'), color: 'teal.6' },
        { name: 'rework', label: t('workState.rework'), color: 'orange.6' },
      ]}
      format={t.number}
    >
      {submitted > 0 && t('progress.reworkRate', { share: rejected / submitted })}
    </Chart>
  )
}

interface StagesProps {
  projectId: string
  days: readonly ProgressDay[]
  answer: ProgressAnswer
}

function WorkInStages({ projectId, days, answer: { oldest } }: StagesProps) {
  const t = useTranslator()
  return (
    <Chart
      kind="area"
      title={t('progress.inStages')}
      points={days.map(({ at, inStage }) => ({
        at,
        queued: inStage.queued,
        in_progress: inStage.in_progress,
        in_review: inStage.in_review,
      }))}
      series={OPEN_STAGES.map((stage) => ({
        name: stage,
        label: t(`stage.${stage}`),
        color: `${STAGE_COLORS[stage]}.6`,
      }))}
      format={t.number}
    >
      {OPEN_STAGES.map((stage) => {
        const job = oldest[stage]
        if (!job) return null
        return (
          <Anchor key={stage} component={Link} href={`/projects/${projectId}/jobs/${job.job_id}`} size="xs" mr="sm">
            {t('progress.oldest', { stage: t(`stage.${stage}`), age: t.wait(job.age_seconds) })}
          </Anchor>
        )
      })}
    </Chart>
  )
}

function Effort({ days }: { days: readonly ProgressDay[] }) {
  const t = useTranslator()
  const seconds = (activeSeconds: number, objects: number) => (objects === 0 ? null : activeSeconds / objects)
  const sum = (of: (day: ProgressDay) => number) => days.reduce((total, day) => total + of(day), 0)
  const mean = seconds(
    sum((day) => day.activeSeconds),
    sum((day) => day.objects),
  )
  const format = (value: number) =>
    t.number(value, { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: 1 })
  return (
    <Chart
      kind="bar"
      title={t('progress.effort')}
      points={days.map(({ at, activeSeconds, objects }) => ({ at, effort: seconds(activeSeconds, objects) }))}
      series={[{ name: 'effort', label: t('progress.effort'), color: 'cyan.7' }]}
      format={format}
    >
      {mean !== null && t('progress.effortMean', { mean: format(mean) })}
    </Chart>
  )
}

function progressCsv(days: readonly ProgressDay[]): string {
  const heads = ['day', 'completed', 'submitted', 'rework', 'objects', 'active_seconds', 'total', 'completed_so_far']
  const ofCallbacks = [
    'callbacks_delivered',
    'callback_attempts_failed',
    'callbacks_given_up',
    'callback_delay_seconds',
    'callback_delay_p50_seconds',
    'callback_delay_p95_seconds',
  ]
  return csvText(
    [...heads, ...STAGES.map((stage) => `in_${stage}`), ...ofCallbacks],
    days.map((day) => [
      day.at,
      day.completed,
      day.submitted,
      day.reworked,
      day.objects,
      day.activeSeconds,
      day.totalSoFar,
      day.completedSoFar,
      ...STAGES.map((stage) => day.inStage[stage]),
      day.callbacks.delivered,
      day.callbacks.failed,
      day.callbacks.given_up,
      day.callbacks.delay_seconds,
      day.callbacks.delay_p50_seconds,
      day.callbacks.delay_p95_seconds,
    ]),
  )
}

/** How fast results reach their receiver, including the slow ones; hidden if nothing arrived. */
function DelayChart({ days }: { days: readonly ProgressDay[] }) {
  const t = useTranslator()
  if (days.every(({ callbacks }) => callbacks.delay_p95_seconds === null)) return null
  return (
    <Chart
      kind="line"
      title={t('progress.delay')}
      points={days.map(({ at, callbacks }) => ({
        at,
        p50: callbacks.delay_p50_seconds,
        p95: callbacks.delay_p95_seconds,
      }))}
      series={[
        { name: 'p95', label: t('progress.delayOfMost'), color: 'orange.6' },
        { name: 'p50', label: t('progress.delayOfHalf'), color: 'teal.6' },
      ]}
      format={t.duration}
    >
      {t('progress.delayHint')}
    </Chart>
  )
}

/** Whether results reach their receiver, and how fast; hidden if nothing was sent. */
function CallbackChart({ days }: { days: readonly ProgressDay[] }) {
  const t = useTranslator()
  const sum = (of: (callbacks: ProgressDay['callbacks']) => number) =>
    days.reduce((total, { callbacks }) => total + of(callbacks), 0)
  const delivered = sum((of) => of.delivered)
  const attempts = delivered + sum((of) => of.failed)
  if (attempts === 0) return null
  const seconds = sum((of) => of.delivered * (of.delay_seconds ?? 0)) / Math.max(1, delivered)
  return (
    <Chart
      kind="bar"
      title={t('progress.callbacks')}
      points={days.map(({ at, callbacks }) => ({ at, delivered: callbacks.delivered, failed: callbacks.failed }))}
      series={[
        { name: 'delivered', label: t('progress.delivered'), color: 'teal.6' },
        { name: 'failed', label: t('progress.failedAttempts'), color: 'red.6' },
      ]}
      format={t.number}
    >
      {t('progress.callbackShare', {
        share: delivered / attempts,
        delay: t.duration(seconds),
        count: sum((of) => of.given_up),
      })}
    </Chart>
  )
}
