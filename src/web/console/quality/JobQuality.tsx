import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import type { GoldJobRow } from '../../../contract/gold.ts'
import type { JobQuality } from '../../../contract/quality.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useProjectPeople } from '../queries.ts'
import { GoldMenu } from './GoldMenu.tsx'
import { GoldState } from './GoldState.tsx'

interface Props {
  projectId: string
  quality: JobQuality
  /** null: the job is not gold, or the person must not know. */
  gold: GoldJobRow | null
  isManager: boolean
}

/** The outcome of reviews, gold and consensus for the job; empty without any. */
export function JobQualityCard({ projectId, quality, gold, isManager }: Props) {
  const t = useTranslator()
  if (!gold && !quality.gold && quality.reviews.length === 0 && !quality.consensus) return null
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('jobQuality.title')}>
      <Title order={2} size="h5" mb={6}>
        {t('jobQuality.title')}
      </Title>
      <Stack gap={6}>
        {gold && <GoldLine projectId={projectId} gold={gold} />}
        {quality.gold && <CopyLine projectId={projectId} copy={quality.gold} />}
        {quality.reviews.map((review, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <ReviewLine key={index} review={review} />
        ))}
        {quality.consensus && (
          <ConsensusLines projectId={projectId} consensus={quality.consensus} isManager={isManager} />
        )}
      </Stack>
    </Paper>
  )
}

function usePercent() {
  const t = useTranslator()
  return (value: number) => t.number(value, { style: 'percent', maximumFractionDigits: 1 })
}

function GoldLine({ projectId, gold }: { projectId: string; gold: GoldJobRow }) {
  const t = useTranslator()
  const percent = usePercent()
  const { given, mean_score: score } = gold
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap="xs">
        <Badge variant="light" color="yellow" tt="none">
          {t('gold.title')}
        </Badge>
        <Text size="sm">
          {score === null ? t('gold.factsNone', { given }) : t('gold.facts', { given, score: percent(score) })}
        </Text>
        {(gold.questioned || gold.older_tag_version) && <GoldState gold={gold} />}
      </Group>
      <GoldMenu projectId={projectId} gold={gold} />
    </Group>
  )
}

function CopyLine({ projectId, copy }: { projectId: string; copy: NonNullable<JobQuality['gold']> }) {
  const t = useTranslator()
  const percent = usePercent()
  return (
    <Group gap="xs">
      <Text size="sm">
        {t.rich('jobQuality.copy', {
          source: (enclosed) => (
            <Anchor key="source" component={Link} href={`/projects/${projectId}/jobs/${copy.source_job_id}`} size="sm">
              {enclosed}
            </Anchor>
          ),
        })}
      </Text>
      {copy.score !== null && (
        <Text size="sm" className="numbers">
          {t('jobQuality.score', { score: percent(copy.score) })}
        </Text>
      )}
      {copy.passed !== null && (
        <Badge variant="light" size="sm" tt="none" color={copy.passed ? 'teal' : 'orange'}>
          {t(copy.passed ? 'jobQuality.passed' : 'jobQuality.failed')}
        </Badge>
      )}
    </Group>
  )
}

function ReviewLine({ review: { outcome, score, overturned } }: { review: JobQuality['reviews'][number] }) {
  const t = useTranslator()
  const percent = usePercent()
  return (
    <Group gap="xs">
      <Text size="sm">{t(`jobQuality.${outcome}`)}</Text>
      {score !== null && (
        <Text size="sm" c="dimmed" className="numbers">
          {t('jobQuality.score', { score: percent(score) })}
        </Text>
      )}
      {overturned && (
        <Badge variant="outline" size="sm" tt="none" color="gray">
          {t('jobQuality.overturned')}
        </Badge>
      )}
    </Group>
  )
}

interface ConsensusProps extends Pick<Props, 'projectId' | 'isManager'> {
  consensus: NonNullable<JobQuality['consensus']>
}

function ConsensusLines({ projectId, consensus, isManager }: ConsensusProps) {
  const t = useTranslator()
  const percent = usePercent()
  const people = new Map(useProjectPeople(projectId, isManager).map(({ value, label }) => [value, label]))
  const { n, wanted, agreement, outcome, pairs, waiting_for: waitingFor } = consensus
  const nameOf = (key: string) => people.get(key) ?? key
  return (
    <>
      <Text size="sm">
        {t('jobQuality.consensus', { n, wanted })}
        {agreement !== null && ` · ${t('jobQuality.agreement', { score: percent(agreement) })}`}
        {` · ${t(waitingFor ? 'jobQuality.waiting' : `jobQuality.outcome.${outcome}`)}`}
      </Text>
      {pairs.map(({ a, b, score }) => (
        <Group key={`${a} ${b}`} gap="xs" pl="md">
          <Text size="sm" c="dimmed">
            {t.list([nameOf(a), nameOf(b)])}
          </Text>
          <Text size="sm" className="numbers">
            {percent(score)}
          </Text>
        </Group>
      ))}
    </>
  )
}
