import { Button, Group, SegmentedControl, Select, SimpleGrid, Table, Text, Title } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import type { ClassConfusion, PersonPair, QualityRow } from '../../../contract/quality.ts'
import { Chart } from '../../kit/charts/Chart.tsx'
import { ScoreChart } from '../../kit/charts/ScoreChart.tsx'
import { useMay } from '../../kit/me.tsx'
import { oneOf } from '../../kit/oneOf.ts'
import { Empty, Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { DateField } from '../DateField.tsx'
import { useTags } from '../queries.ts'
import { checksOf, scoreBy } from './checkScores.ts'
import { FigureTable } from './FigureTable.tsx'
import { type FigureFilter, useFigureFilter } from './figureFilter.ts'
import {
  FIGURE_KEYS,
  type FigureKey,
  useConfusion,
  usePairs,
  usePersonClasses,
  useQualityRows,
} from './figureQueries.ts'
import { HeatMatrix } from './HeatMatrix.tsx'
import { PersonClassMatrix } from './PersonClassMatrix.tsx'
import { WorstWorkTables } from './WorstWork.tsx'

const COLORS = { review: 'teal.6', gold: 'yellow.6', consensus: 'blue.5' } as const

/** Scores by day with their confidence intervals, one plot for each kind of check with data. */
function ScorePlots({ rows }: { rows: readonly QualityRow[] }) {
  const t = useTranslator()
  const days = rows.toSorted((a, b) => (a.key ?? '').localeCompare(b.key ?? ''))
  const checks = checksOf(rows)
  return (
    <SimpleGrid
      cols={{
        base: 1,
        md: Math.min(2, checks.length + 1),
        lg: checks.length === 2 ? 3 : Math.min(2, checks.length + 1),
      }}
      mb="md"
    >
      {checks.map((check) => (
        <ScoreChart
          key={check}
          title={t(`quality.plot.${check}`)}
          color={COLORS[check]}
          days={days.map((row) => ({
            day: row.key ?? '',
            score: scoreBy(row, check),
            interval: row.intervals[check] ?? null,
          }))}
        />
      ))}
      <Chart
        kind="bar"
        title={t('quality.jobsByDay')}
        points={days.map(({ key, jobs }) => ({ at: key ?? '', jobs }))}
        series={[{ name: 'jobs', label: t('quality.jobs'), color: 'cyan.7' }]}
        format={t.number}
      >
        {checks.length === 0 ? t('quality.emptyHint') : undefined}
      </Chart>
    </SimpleGrid>
  )
}

const MOST_PEOPLE = 40

interface Props {
  pairs: readonly PersonPair[]
  onPerson(userId: string): void
}

/** How well each pair of people agrees; pairs with most common jobs first. */
function PairMatrix({ pairs, onPerson }: Props) {
  const t = useTranslator()
  const percent = (value: number) => t.number(value, { style: 'percent', maximumFractionDigits: 0 })
  const byPlace = new Map(
    pairs.flatMap((pair) => [[`${pair.a} ${pair.b}`, pair] as const, [`${pair.b} ${pair.a}`, pair]]),
  )
  const people = new Map(pairs.flatMap(({ a, b, name_a, name_b }) => [[a, name_a ?? a] as const, [b, name_b ?? b]]))
  const headings = [...people]
    .slice(0, MOST_PEOPLE)
    .map(([id, name]) => ({ key: id, name, onChoose: () => onPerson(id) }))
  return (
    <HeatMatrix
      title={t('quality.pairs')}
      hint={t('quality.pairsHint')}
      corner={t('quality.by.person')}
      rows={headings}
      columns={headings}
      cellOf={(one, other) => {
        const pair = byPlace.get(`${one} ${other}`)
        if (!pair) return null
        const { jobs, agreement, ranked, interval } = pair
        const facts = [
          t('quality.jobCount', { count: jobs }),
          ...(interval ? [t('quality.between', { low: percent(interval.low), high: percent(interval.high) })] : []),
          ...(ranked ? [] : [t('quality.tooFew')]),
        ]
        return { score: agreement, ranked, hint: facts.join(' · ') }
      }}
    />
  )
}

const OF_PEOPLE: readonly FigureKey[] = ['person', 'reviewer']

interface Choosing {
  projectId: string
  filter: FigureFilter
  onPerson(userId: string): void
}

/** How good submitted work is, as reviews, gold and consensus found it; for managers also of one person alone. */
export function QualityFigures({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const isManager = useMay('manageProjects')
  const { filter: asked, by: askedBy, choose } = useFigureFilter()
  const filter = isManager ? asked : { ...asked, person: null }
  const shown = FIGURE_KEYS.filter((key) => !OF_PEOPLE.includes(key) || (isManager && filter.person === null))
  const by = oneOf(shown, askedBy) ?? 'day'
  const onPerson = (userId: string) => choose('person', userId)
  const days = useQualityRows(projectId, filter, 'day')
  const tags = useTags(projectId)
  return (
    <>
      {filter.person !== null && (
        <PersonHeading projectId={projectId} userId={filter.person} onBack={() => choose('person', null)} />
      )}
      <Group align="end" mb="md">
        <DateField label={t('usage.from')} value={filter.from ?? ''} onChange={(day) => choose('from', day)} />
        <DateField label={t('usage.to')} value={filter.to ?? ''} onChange={(day) => choose('to', day)} />
        <Select
          label={t('job.tag')}
          placeholder={t('quality.allTags')}
          clearable
          searchable
          data={tags.data?.map(({ tag }) => tag) ?? []}
          value={filter.tag}
          onChange={(tag) => choose('tag', tag)}
        />
      </Group>
      <Loaded of={days}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title={t('quality.empty')}>{t('quality.emptyHint')}</Empty>
          ) : (
            <>
              <ScorePlots rows={rows} />
              <SegmentedControl
                aria-label={t('quality.by')}
                data={shown.map((value) => ({ value, label: t(`quality.by.${value}`) }))}
                value={by}
                onChange={(next) => choose('by', next === 'day' ? null : next)}
              />
              <Rows by={by} projectId={projectId} filter={filter} onPerson={onPerson} />
              {isManager && <PeopleMatrices projectId={projectId} filter={filter} onPerson={onPerson} />}
              <Confusion projectId={projectId} filter={filter} />
              <WorstWorkTables projectId={projectId} filter={filter} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function Rows({ projectId, filter, by, onPerson }: Choosing & { by: FigureKey }) {
  const t = useTranslator()
  const found = useQualityRows(projectId, filter, by)
  return (
    <Loaded of={found}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty title={t('quality.noRows')}>{t('quality.emptyHint')}</Empty>
        ) : (
          <FigureTable by={by} rows={rows} onPerson={onPerson} />
        )
      }
    </Loaded>
  )
}

function PeopleMatrices({ projectId, filter, onPerson }: Choosing) {
  const t = useTranslator()
  const classes = usePersonClasses(projectId, filter)
  const pairs = usePairs(projectId, filter)
  return (
    <>
      <Loaded of={classes}>
        {({ cells }) =>
          cells.length === 0 ? (
            <Missing title={t('quality.personClass')}>{t('quality.personClassEmpty')}</Missing>
          ) : (
            <PersonClassMatrix cells={cells} onPerson={onPerson} />
          )
        }
      </Loaded>
      <Loaded of={pairs}>
        {({ pairs: found }) =>
          found.length === 0 ? (
            <Missing title={t('quality.pairs')}>{t('quality.pairsEmpty')}</Missing>
          ) : (
            <PairMatrix pairs={found} onPerson={onPerson} />
          )
        }
      </Loaded>
    </>
  )
}

function Confusion({ projectId, filter }: Pick<Choosing, 'projectId' | 'filter'>) {
  const t = useTranslator()
  const found = useConfusion(projectId, filter)
  return (
    <Loaded of={found}>
      {({ confusion }) =>
        confusion.length === 0 ? (
          <Missing title={t('quality.confusion')}>{t('quality.confusionEmpty')}</Missing>
        ) : (
          <>
            <Title order={2} size="h4" mt="lg" mb="xs">
              {t('quality.confusion')}
            </Title>
            <ConfusionTable confusion={confusion} />
          </>
        )
      }
    </Loaded>
  )
}

/** A part of the page without content yet, and how to get some. */
function Missing({ title, children }: { title: string; children: string }) {
  return (
    <>
      <Title order={2} size="h4" mt="lg" mb={4}>
        {title}
      </Title>
      <Text c="dimmed" size="sm">
        {children}
      </Text>
    </>
  )
}

const WHENEVER = { from: '2000-01-01', to: null, tag: null }

function PersonHeading({ projectId, userId, onBack }: { projectId: string; userId: string; onBack(): void }) {
  const t = useTranslator()
  const found = useQualityRows(projectId, { ...WHENEVER, person: userId }, 'person')
  return (
    <Group mb="sm">
      <Button variant="default" size="xs" leftSection={<ArrowLeft size="0.9rem" />} onClick={onBack}>
        {t('quality.everyone')}
      </Button>
      <Title order={2} size="h4">
        {found.data?.rows[0]?.name ?? userId}
      </Title>
    </Group>
  )
}

/** Rows are classes of accepted work, columns of submitted work; the diagonal is correct. */
function ConfusionTable({ confusion }: { confusion: readonly ClassConfusion[] }) {
  const t = useTranslator()
  const names = [...new Set(confusion.flatMap(({ a, b }) => [a, b]))].filter((name) => name !== null).sort()
  const counts = new Map(confusion.map(({ a, b, count }) => [JSON.stringify([a, b]), count]))
  const rows: (string | null)[] = [...names, null]
  const most = Math.max(1, ...confusion.map(({ count }) => count))
  return (
    <Table.ScrollContainer minWidth={400}>
      <Table withTableBorder withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('quality.acceptedAs')}</Table.Th>
            {rows.map((name) => (
              <Table.Th key={name ?? ''} ta="right">
                {name ?? t('quality.nothing')}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((a) => (
            <Table.Tr key={a ?? ''}>
              <Table.Th scope="row">{a ?? t('quality.nothing')}</Table.Th>
              {rows.map((b) => {
                const count = counts.get(JSON.stringify([a, b])) ?? 0
                return (
                  <Table.Td key={b ?? ''} ta="right" className="numbers" bg={shadeOf(a === b, count / most)}>
                    {count === 0 ? '' : t.number(count)}
                  </Table.Td>
                )
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The more, the stronger: right in teal, wrong in orange, in shades that text stays legible on. */
function shadeOf(isRight: boolean, share: number): string | undefined {
  if (share === 0) return undefined
  const color = isRight ? 'var(--mantine-color-teal-light)' : 'var(--mantine-color-orange-light)'
  const hover = isRight ? 'var(--mantine-color-teal-light-hover)' : 'var(--mantine-color-orange-light-hover)'
  return share > 0.5 ? hover : color
}
