import { Alert, Group, Modal, Select, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShownAssistant } from '../../../contract/assistants.ts'
import type { AssistantEvaluation } from '../../../formats/comparison/evaluationSchema.ts'
import { request } from '../../kit/api.ts'
import { Chart } from '../../kit/charts/Chart.tsx'
import { Empty, Loaded } from '../../kit/States.tsx'
import type { Translator } from '../../messages/translator.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'

interface Props {
  projectId: string
  row: ShownAssistant
  onClose(): void
}

const COLORS = ['teal.6', 'orange.6', 'grape.6', 'blue.6', 'red.6', 'lime.7', 'cyan.7', 'yellow.7'] as const

/** Compares the objects found by a version of an assistant with those of people in the same jobs. */
export function EvaluationDialog({ projectId, row, onClose }: Props) {
  const t = useTranslator()
  const versions = row.versions.map(({ version }) => version).filter((version) => version !== '')
  const [version, setVersion] = useState(row.version)
  const evaluation = useQuery({
    queryKey: ['project', projectId, 'evaluation', row.name, version],
    queryFn: () =>
      request('POST /api/v1/projects/:pid/assistants/:assistant/evaluate', {
        params: { pid: projectId, assistant: row.name },
        body: version === null ? {} : { version },
      }),
  })
  return (
    <Modal opened onClose={onClose} title={t('assistants.evaluation.title', { name: row.name })} size="xl">
      <Stack>
        <Text size="sm" c="dimmed">
          {t('assistants.evaluation.hint')}
        </Text>
        {versions.length > 1 && (
          <Select
            label={t('assistants.version')}
            allowDeselect={false}
            data={versions}
            value={version}
            onChange={setVersion}
          />
        )}
        <Loaded of={evaluation}>{(found) => <Evaluated evaluation={found} />}</Loaded>
      </Stack>
    </Modal>
  )
}

function Evaluated({
  evaluation: { jobs, jobs_total: total, images, space, left_out: leftOut },
}: {
  evaluation: AssistantEvaluation
}) {
  const t = useTranslator()
  if (jobs === 0) return <Empty title={t('assistants.evaluation.empty')}>{t('assistants.evaluation.emptyHint')}</Empty>
  return (
    <>
      <Text size="sm">{t('assistants.evaluation.jobs', { jobs, total })}</Text>
      {images && (
        <ClassTable
          title={t('assistants.evaluation.images')}
          of={images}
          columns={[
            ['AP', ({ ap }) => share(t, ap)],
            ['AP50', ({ ap50 }) => share(t, ap50)],
            ['AP75', ({ ap75 }) => share(t, ap75)],
            ['AR100', ({ ar100 }) => share(t, ar100)],
          ]}
        />
      )}
      {space && (
        <ClassTable
          title={t('assistants.evaluation.space')}
          of={space}
          score={space.nds}
          columns={[
            ['AP', ({ ap }) => share(t, ap)],
            ['ATE', ({ ate }) => measured(t, ate, 'm')],
            ['ASE', ({ ase }) => share(t, ase)],
            ['AOE', ({ aoe }) => measured(t, aoe, 'rad')],
          ]}
        />
      )}
      {leftOut > 0 && <Alert variant="light">{t('assistants.evaluation.leftOut', { count: leftOut })}</Alert>}
    </>
  )
}

type OfClass = NonNullable<AssistantEvaluation['images']>['by_class'][string]

interface EvaluatedClasses<Figures> {
  map: number | null
  interval: { low: number; high: number } | null
  by_class: Record<string, Figures & Pick<OfClass, 'truth' | 'found' | 'curve'>>
}

interface TableProps<Figures> {
  title: string
  of: EvaluatedClasses<Figures>
  /** The detection score of nuScenes, for cuboids. */
  score?: number | null
  columns: readonly (readonly [string, (figures: Figures) => string])[]
}

function ClassTable<Figures>({ title, of, score, columns }: TableProps<Figures>) {
  const t = useTranslator()
  const classes = Object.entries(of.by_class)
  const shown = classes.slice(0, COLORS.length)
  const recalls = [...new Set(classes.flatMap(([, { curve }]) => curve.map(({ recall }) => recall)))].sort(
    (a, b) => a - b,
  )
  return (
    <>
      <Group gap="lg">
        <Text fw={600}>{title}</Text>
        <Text className="numbers">
          {t('assistants.evaluation.map', { value: share(t, of.map) })}
          {of.interval && ` (${share(t, of.interval.low)}–${share(t, of.interval.high)})`}
        </Text>
        {score !== undefined && (
          <Text className="numbers">{t('assistants.evaluation.nds', { value: share(t, score) })}</Text>
        )}
      </Group>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('quality.by.class')}</Table.Th>
            {[t('assistants.evaluation.truth'), t('assistants.evaluation.found'), ...columns.map(([name]) => name)].map(
              (name) => (
                <Table.Th key={name} ta="right">
                  {name}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="numbers">
          {classes.map(([label, figures]) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="right">{t.number(figures.truth)}</Table.Td>
              <Table.Td ta="right">{t.number(figures.found)}</Table.Td>
              {columns.map(([name, cell]) => (
                <Table.Td key={name} ta="right">
                  {cell(figures)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {recalls.length > 1 && (
        <Chart
          kind="line"
          title={t('assistants.evaluation.curve')}
          points={recalls.map((recall) => ({
            at: share(t, recall),
            ...Object.fromEntries(
              shown.map(([label, { curve }]) => [label, curve.find((one) => one.recall === recall)?.precision ?? null]),
            ),
          }))}
          series={shown.map(([label], i) => ({ name: label, label, color: COLORS[i] }))}
          format={(value) => share(t, value)}
          range={[0, 1]}
        />
      )}
    </>
  )
}

const share = (t: Translator, value: number | null): string =>
  value === null ? '–' : t.number(value, { style: 'percent', maximumFractionDigits: 1 })

const measured = (t: Translator, value: number | null, unit: string): string =>
  value === null ? '–' : `${t.number(value, { maximumFractionDigits: 2 })} ${unit}`
