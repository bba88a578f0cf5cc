import { NumberInput, Select, SimpleGrid } from '@mantine/core'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { TagDraft } from './tagDraft.ts'

type Review = TagDraft['review']

interface Props {
  review: Review
  onChange(review: Review): void
}

const CHOICES = [
  { value: 'project', label: 'tag.review.project' },
  { value: 'yes', label: 'tag.review.always' },
  { value: 'no', label: 'tag.review.never' },
  { value: 'share', label: 'tag.review.share' },
] as const

const REVIEW_OF: Readonly<Record<string, Review>> = {
  yes: true,
  no: false,
  share: { share: 0.2, first_jobs_of_person: 20 },
}

/** Which jobs of a tag are reviewed. */
export function ReviewChoice({ review, onChange }: Props) {
  const t = useTranslator()
  return (
    <Select
      label={t('tag.review')}
      description={t('tag.reviewHint')}
      data={CHOICES.map(({ value, label }) => ({ value, label: t(label) }))}
      value={choiceOf(review)}
      onChange={(value) => onChange(REVIEW_OF[value ?? 'project'] ?? null)}
      allowDeselect={false}
    />
  )
}

function choiceOf(review: Review): string {
  if (typeof review === 'boolean') return review ? 'yes' : 'no'
  return review === null ? 'project' : 'share'
}

/** The number of jobs, if only a share is reviewed. */
export function ReviewShareFields({ review, onChange }: Props) {
  const t = useTranslator()
  if (typeof review !== 'object' || review === null) return null
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <NumberInput
        label={t('tag.reviewShare')}
        description={t('tag.reviewShareHint')}
        suffix=" %"
        min={0}
        max={100}
        value={Math.round(review.share * 1e4) / 100}
        onChange={(value) => onChange({ ...review, share: Math.min(100, Math.max(0, Number(value))) / 100 })}
      />
      <NumberInput
        label={t('tag.reviewFirst')}
        description={t('tag.reviewFirstHint')}
        min={0}
        max={1_000_000}
        allowDecimal={false}
        value={review.first_jobs_of_person ?? 0}
        onChange={(value) => onChange({ ...review, first_jobs_of_person: Math.max(0, Math.round(Number(value))) })}
      />
    </SimpleGrid>
  )
}
