import { Button, Group, SegmentedControl, Select, Text, Title } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { useMay } from '../../kit/me.tsx'
import { oneOf } from '../../kit/oneOf.ts'
import { Empty, Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { DateField } from '../DateField.tsx'
import { useTags } from '../queries.ts'
import { ConfusionTable } from './ConfusionTable.tsx'
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
import { PairMatrix } from './PairMatrix.tsx'
import { PersonClassMatrix } from './PersonClassMatrix.tsx'
import { ScorePlots } from './ScorePlots.tsx'
import { WorstWorkTables } from './WorstWork.tsx'

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
