import type { QualityRow } from '../../../contract/quality.ts'
import { csvText } from '../csv.ts'

/** What the work of a person, or on a tag, took. */
export interface EffortRow {
  key: string
  name: string
  /** Submitted ones. */
  jobs: number
  objects: number
  activeSeconds: number
  reviews: number
  reviewSeconds: number
}

const NO_ONE = 'api-keys'

/** Annotators and reviewers by their names: one row for who did both. */
export function effortRows(
  work: readonly QualityRow[],
  reviews: readonly QualityRow[],
  nameOfMachines: string,
): EffortRow[] {
  const rows = new Map<string, EffortRow>()
  const rowOf = ({ key, name }: QualityRow): EffortRow => {
    const known = rows.get(key ?? NO_ONE)
    if (known) return known
    const sums = { jobs: 0, objects: 0, activeSeconds: 0, reviews: 0, reviewSeconds: 0 }
    const row = { key: key ?? NO_ONE, name: name ?? key ?? nameOfMachines, ...sums }
    rows.set(row.key, row)
    return row
  }
  for (const row of work) {
    const { jobs, objects = 0, active_seconds: activeSeconds = 0 } = row
    Object.assign(rowOf(row), { jobs, objects, activeSeconds })
  }
  for (const row of reviews) {
    Object.assign(rowOf(row), { reviews: row.jobs, reviewSeconds: row.active_seconds ?? 0 })
  }
  return [...rows.values()]
}

/** null: nothing was measured, as for programs. */
export const secondsPerObject = ({ objects, activeSeconds }: EffortRow): number | null =>
  objects === 0 || activeSeconds === 0 ? null : activeSeconds / objects

export function effortCsv(by: 'person' | 'tag', rows: readonly EffortRow[]): string {
  const ofReviews = by === 'person' ? ['reviews', 'review_active_seconds'] : []
  return csvText(
    [
      by,
      ...(by === 'person' ? ['user_id'] : []),
      'jobs',
      'objects',
      'active_seconds',
      'seconds_per_object',
      ...ofReviews,
    ],
    rows.map((row) => [
      row.name,
      ...(by === 'person' ? [row.key === NO_ONE ? null : row.key] : []),
      row.jobs,
      row.objects,
      row.activeSeconds,
      secondsPerObject(row),
      ...(by === 'person' ? [row.reviews, row.reviewSeconds] : []),
    ]),
  )
}
