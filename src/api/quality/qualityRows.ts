import type { QualityKey } from '../../model/quality.ts'
import { RANKED_FROM, type ScoreInterval, scoreInterval } from '../../model/scoreInterval.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { listPairs } from '../../store/project/quality/pairSums.ts'
import { listReviewers } from '../../store/project/quality/reviewerSums.ts'
import {
  type ClassSums,
  type FigureSource,
  listAttributeSums,
  listClassSums,
  listPersonClassSums,
  listPersonDaySums,
  listSums,
  NO_PERSON,
  type SumKey,
  type SumRange,
  type WorkSums,
} from '../../store/project/quality/sums.ts'

interface ScoredJobs {
  n: number
  score: number | null
  passed: number | null
}

interface QualityRow {
  key: string | null
  jobs: number
  objects?: number
  active_seconds?: number
  review?: { accepted: number; fixed: number; rejected: number; score: number | null }
  /** For reviewers: withdrawn verdicts. */
  overturned?: number
  gold?: ScoredJobs & { training: ScoredJobs }
  consensus?: { n: number; agreement: number | null }
  /** Whether there are enough scores to compare it with other rows. */
  ranked?: boolean
  intervals: { readonly [figure: string]: ScoreInterval | null }
  by_figure: object
}

export async function qualityRows(
  db: Queryable,
  projectId: string,
  by: QualityKey,
  range: SumRange,
): Promise<QualityRow[]> {
  if (by === 'class') {
    const sums = await listClassSums(db, projectId, 'class', range)
    const goldOf = await goldByKey(range, (sources) => listClassSums(db, projectId, 'class', range, sources), {
      countOf: ({ jobs }) => jobs,
      scoreOf: (row) => classFigures(row).pq,
    })
    return sums.map((row) => {
      const { key, jobs } = row
      return { key, jobs, ...goldOf(key), intervals: classIntervals(row), by_figure: classFigures(row) }
    })
  }
  if (by === 'attribute') {
    const sums = await listAttributeSums(db, projectId, range)
    const goldOf = await goldByKey(range, (sources) => listAttributeSums(db, projectId, range, sources), {
      countOf: ({ n }) => n,
      scoreOf: ({ equal, n }) => meanOf(equal, n),
    })
    return sums.map(({ key, n, equal }) => {
      const intervals = { agreement: intervalOf(equal, n) }
      return { key, jobs: n, ...goldOf(key), intervals, by_figure: { n, agreement: meanOf(equal, n) } }
    })
  }
  return by === 'reviewer' ? reviewerRows(db, projectId, range) : workRows(db, projectId, by, range)
}

/** The figures of gold and training by class or attribute; empty for people who must not see gold. */
async function goldByKey<Row extends { key: string }>(
  { withGold }: SumRange,
  list: (sources: FigureSource[]) => Promise<Row[]>,
  { countOf, scoreOf }: { countOf(row: Row): number; scoreOf(row: Row): number | null },
): Promise<(key: string) => Pick<QualityRow, 'gold'>> {
  if (!withGold) return () => ({})
  const [gold, training] = await Promise.all([list(['gold']), list(['training'])])
  const of = (rows: readonly Row[], key: string): ScoredJobs => {
    const row = rows.find((one) => one.key === key)
    return { n: row ? countOf(row) : 0, score: row ? scoreOf(row) : null, passed: null }
  }
  return (key) => ({ gold: { ...of(gold, key), training: of(training, key) } })
}

/** The decisions of reviewers; the share that was not withdrawn is their score. */
async function reviewerRows(db: Queryable, projectId: string, range: SumRange): Promise<QualityRow[]> {
  const sums = await listReviewers(db, projectId, range)
  return sums.map(({ key, overturned, accepted, fixed, rejected, active_ms }) => {
    const jobs = accepted + fixed + rejected
    return {
      key,
      jobs,
      active_seconds: secondsOf(active_ms),
      review: { accepted, fixed, rejected, score: meanOf(jobs - overturned, jobs) },
      overturned,
      ranked: jobs >= RANKED_FROM,
      intervals: { review: intervalOf(jobs - overturned, jobs) },
      by_figure: {},
    }
  })
}

async function workRows(db: Queryable, projectId: string, by: SumKey, range: SumRange): Promise<QualityRow[]> {
  const [work, classes] = await Promise.all([
    listSums(db, projectId, by, range),
    listClassSums(db, projectId, by, range),
  ])
  const figures = new Map(classes.map((row) => [row.key, classFigures(row)]))
  return work.map((row) => ({
    key: row.key === NO_PERSON ? null : row.key,
    jobs: row.jobs,
    objects: row.objects,
    active_seconds: secondsOf(row.activeMs),
    review: { accepted: row.accepted, fixed: row.fixed, rejected: row.rejected, score: meanScore(row) },
    ...(range.withGold && { gold: goldSums(row) }),
    consensus: { n: row.consensus, agreement: meanOf(row.consensusScoreSum, row.consensus) },
    ranked: row.scored + (range.withGold ? row.gold : 0) >= RANKED_FROM,
    intervals: {
      review: intervalOf(row.scoreSum, row.scored),
      ...(range.withGold && { gold: intervalOf(row.goldScoreSum, row.gold) }),
      consensus: intervalOf(row.consensusScoreSum, row.consensus),
    },
    by_figure: figures.get(row.key) ?? {},
  }))
}

/** The quality of each person in each class. */
export async function personClassCells(db: Queryable, projectId: string, range: SumRange) {
  const sums = await listPersonClassSums(db, projectId, range)
  return sums.map((row) => ({
    user_id: row.userId === NO_PERSON ? null : row.userId,
    class: row.key,
    jobs: row.jobs,
    ranked: row.jobs >= RANKED_FROM,
    intervals: classIntervals(row),
    by_figure: classFigures(row),
  }))
}

/** The submissions of each person by day. */
export async function personDayCells(db: Queryable, projectId: string, range: SumRange) {
  const sums = await listPersonDaySums(db, projectId, range)
  return sums.map(({ userId, key, jobs, objects, activeMs }) => ({
    user_id: userId === NO_PERSON ? null : userId,
    day: key,
    jobs,
    objects,
    active_seconds: secondsOf(activeMs),
  }))
}

/** How well pairs of people agree on jobs that they annotated independently. */
export async function agreementPairs(db: Queryable, projectId: string, range: SumRange) {
  const sums = await listPairs(db, projectId, range)
  return sums.map(({ a, b, jobs, score_sum }) => ({
    a,
    b,
    jobs,
    agreement: score_sum / jobs,
    ranked: jobs >= RANKED_FROM,
    interval: intervalOf(score_sum, jobs),
  }))
}

const intervalOf = (sum: number, n: number): ScoreInterval | null => scoreInterval(n === 0 ? 0 : sum / n, n)

/** Intervals of shares of records. */
const classIntervals = ({ tp, onlyA, onlyB }: ClassSums) => ({
  precision: intervalOf(tp, tp + onlyB),
  recall: intervalOf(tp, tp + onlyA),
})

const secondsOf = (ms: number): number => Math.round(ms / 1000)

const meanOf = (sum: number, n: number): number | null => (n === 0 ? null : sum / n)

const goldSums = (row: WorkSums) => ({
  n: row.gold,
  score: meanOf(row.goldScoreSum, row.gold),
  passed: row.goldPassed,
  training: { n: row.training, score: meanOf(row.trainingScoreSum, row.training), passed: row.trainingPassed },
})

/** Reviews and gold combined: people may not see which was which in their own figures. */
export const ownScore = ({ scored, scoreSum, gold, goldScoreSum }: WorkSums): number | null =>
  meanOf(scoreSum + goldScoreSum, scored + gold)

/** Shares too coarse to count records by. */
export function ownClassFigures(sums: ClassSums) {
  const rounded = (share: number | null) => share && Math.round(share * 100) / 100
  const { precision, recall, f1, pq } = classFigures(sums)
  return { precision: rounded(precision), recall: rounded(recall), f1: rounded(f1), pq: rounded(pq) }
}

export const meanScore = ({ scored, scoreSum }: WorkSums): number | null => (scored === 0 ? null : scoreSum / scored)

/** Figures of records: the submission (b) compared with the accepted work (a). */
function classFigures({ tp, onlyA, onlyB, qualitySum }: ClassSums) {
  const [a, b] = [tp + onlyA, tp + onlyB]
  return {
    tp,
    only_a: onlyA,
    only_b: onlyB,
    precision: b === 0 ? null : tp / b,
    recall: a === 0 ? null : tp / a,
    f1: a + b === 0 ? null : (2 * tp) / (a + b),
    pq: a + b === 0 ? null : (2 * qualitySum) / (a + b),
  }
}
