import type { JobFilter, JobOrder } from '../../../model/jobFilter.ts'
import { STAGES } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { firstOpenPosition, OPEN_SINCE, waitForOpenBlocks } from '../batches/blocks.ts'
import { HAS_FINDINGS, isAssigned, jobConditions, rareConditions, SqlParameters } from './jobConditions.ts'
import { JOB_COLUMNS, type Job, type JobColumns, jobOf } from './jobs.ts'

/** Where a page ended. */
export interface JobKey {
  /** What the order goes down by before the time: priority_weight, or the uncertainty; 0 in others. */
  weight: number
  /** The time of the order in microseconds since 1970, as exact as the database has it. */
  timeUs: number
  position: number
  jobId: string
}

export interface JobSearch {
  filter: JobFilter
  order: JobOrder
  after: JobKey | null
  limit: number
}

export interface FoundJobs {
  jobs: Job[]
  /** Where the next page begins; null on the last one. */
  next: JobKey | null
}

/** The most index entries that one page reads: it may then have fewer jobs than requested, or none. */
const MOST_ENTRIES = 1500
/** Up to this many jobs, a rare condition is answered by its own index, and sorted. */
const FEW_JOBS = 1000

/** A page of the jobs that the filter leaves, in an order, after a key. What it costs does not grow with the project. */
export async function searchJobs(db: Queryable, projectId: string, search: JobSearch): Promise<FoundJobs> {
  if (search.filter.stages?.length === 0) return { jobs: [], next: null }
  await waitForOpenBlocks(db, projectId)
  if (await matchesFew(db, projectId, search.filter)) return searchFew(db, projectId, search)
  return search.order === 'uncertainty' ? walkByUncertainty(db, projectId, search) : walkJobs(db, projectId, search)
}

/** Jobs with a score, then those without, which come by time alone: each of the two has an index. */
async function walkByUncertainty(db: Queryable, projectId: string, search: JobSearch): Promise<FoundJobs> {
  const { after, limit } = search
  if (after && after.weight < 0) return walkUnscored(db, projectId, search)
  const scored = await walkJobs(db, projectId, search)
  if (scored.next) return scored
  const left = limit - scored.jobs.length
  if (left === 0) return { ...scored, next: PAST_SCORES }
  const unscored = await walkUnscored(db, projectId, { ...search, after: null, limit: left })
  return { jobs: [...scored.jobs, ...unscored.jobs], next: unscored.next }
}

/** Precedes the first job without a score. */
const PAST_SCORES: JobKey = { weight: -1, timeUs: 0, position: 0, jobId: '00000000-0000-0000-0000-000000000000' }

/** Jobs with a score that are passed over on the way are counted among the entries. */
async function walkUnscored(db: Queryable, projectId: string, search: JobSearch): Promise<FoundJobs> {
  const { jobs, next } = await walkJobs(db, projectId, { ...search, order: 'created' }, 'j.uncertainty = -1')
  return { jobs, next: next && { ...next, weight: -1 } }
}

/** The next entries along an index that has the order, at most as many as a page reads, and of these the jobs found. */
async function walkJobs(db: Queryable, projectId: string, search: JobSearch, also = 'true'): Promise<FoundJobs> {
  const { filter, order, limit } = search
  const parameters = new SqlParameters(projectId)
  const sort = sortOf(search, false)
  const columns = `${JOB_COLUMNS}, ${microseconds(sort.time)} as time_us`
  const walked = walk(search, sort, parameters)
  const conditions = [also, ...jobConditions(filter, parameters)].join(' and ')
  // The end position is read only if the jobs found do not fill the page.
  const { rows } = await db.query<FoundRow & { is_found: boolean }>(
    `with walked as materialized (${walked} limit ${MOST_ENTRIES})
     (select ${columns}, true as is_found from walked j where j.project_id = $1 and ${conditions}
      ${orderBy(sort)} limit ${limit + 1})
     union all
     (select ${columns}, false from walked j where j.project_id = $1 ${orderBy(sort)} limit 1 offset ${MOST_ENTRIES - 1})
     limit ${limit + 1}`,
    parameters.values,
  )
  const found = rows.filter((row) => row.is_found)
  const end = found.length > limit ? found[limit - 1] : rows.find((row) => !row.is_found)
  return { jobs: found.slice(0, limit).map(jobOf), next: end ? keyOf(end, order) : null }
}

export type FoundRow = JobColumns & { time_us: number }

/** The parts of a statement over jobs `j` that sorts all that it finds. */
export function jobsInOrder(search: Omit<JobSearch, 'limit'>, parameters: SqlParameters) {
  const sort = sortOf(search, true)
  return {
    columns: `j.*, ${microseconds(`j.${sort.time}`)} as time_us`,
    isAfter: `(${afterKey(sort, search.after, parameters).join(' or ')})`,
    orderBy: orderBy(sort),
  }
}

/** A page out of one row more than it holds. */
export function foundJobs(rows: readonly FoundRow[], { limit, order }: Pick<JobSearch, 'limit' | 'order'>): FoundJobs {
  const last = rows[limit - 1]
  return { jobs: rows.slice(0, limit).map(jobOf), next: rows.length > limit && last ? keyOf(last, order) : null }
}

type KeyColumns = Pick<FoundRow, 'priority_weight' | 'uncertainty' | 'time_us' | 'position' | 'id'>

const keyOf = (row: KeyColumns, order: JobOrder): JobKey => ({
  weight: row[WEIGHTS[order] ?? 'priority_weight'],
  timeUs: row.time_us,
  position: row.position,
  jobId: row.id,
})

const microseconds = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`

interface Sort {
  time: 'created_at' | 'stage_at'
  isBackward: boolean
  /** Columns of the order; the weight, which comes before them and goes down, apart. */
  columns: readonly string[]
  weight: 'priority_weight' | 'uncertainty' | null
}

const WEIGHTS: Readonly<Partial<Record<JobOrder, 'priority_weight' | 'uncertainty'>>> = {
  priority: 'priority_weight',
  uncertainty: 'uncertainty',
}

function sortOf({ filter, order }: Pick<JobSearch, 'filter' | 'order'>, isFew: boolean): Sort {
  const time = order === 'stage_at' ? 'stage_at' : 'created_at'
  const weight = WEIGHTS[order] ?? null
  // Within a batch times of creation ascend with the positions, and those have an index.
  const isBatch = filter.batchId !== null && time === 'created_at' && !weight && !isFew
  const columns = isBatch ? ['position'] : [time, 'position', 'id']
  return { time, isBackward: order === '-created', columns, weight }
}

function orderBy({ isBackward, columns, weight }: Sort): string {
  const sorted = columns.map((column) => (isBackward ? `${column} desc` : column))
  return `order by ${[...(weight ? [`${weight} desc`] : []), ...sorted].join(', ')}`
}

/** Whether the conditions without an order leave so few jobs that sorting them is cheapest. */
async function matchesFew(db: Queryable, projectId: string, filter: JobFilter): Promise<boolean> {
  const parameters = new SqlParameters(projectId)
  const [pair] = filter.metadata
  const conditions = pair ? [] : rareConditions(filter, parameters)
  if (!pair && conditions.length === 0) return false
  const entries = pair
    ? entriesOf(pair, parameters)
    : `select from jobs j where j.project_id = $1 and ${conditions.join(' and ')}`
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (${entries} limit ${FEW_JOBS + 1}) few`,
    parameters.values,
  )
  return rows[0] !== undefined && rows[0].count <= FEW_JOBS
}

const entriesOf = ({ key, value }: JobFilter['metadata'][number], parameters: SqlParameters) =>
  `select m.created_at, m.position, m.job_id as id from job_metadata m where m.project_id = $1
     and m.key = ${parameters.at(key)} and m.value = ${parameters.at(value)}`

/** A page out of all jobs of the rare condition. */
async function searchFew(db: Queryable, projectId: string, search: JobSearch): Promise<FoundJobs> {
  const { filter, after, limit } = search
  const parameters = new SqlParameters(projectId)
  const sort = sortOf(search, true)
  const [pair] = filter.metadata
  const conditions = pair
    ? [`j.id in (select id from (${entriesOf(pair, parameters)}) entries)`]
    : rareConditions(filter, parameters)
  conditions.push(isWritten(search, parameters))
  const { rows } = await db.query<FoundRow>(
    `with few as materialized (select * from jobs j where j.project_id = $1 and ${conditions.join(' and ')})
     select ${JOB_COLUMNS}, ${microseconds(sort.time)} as time_us from few j
     where j.project_id = $1 and ${jobConditions(filter, parameters).join(' and ')}
       and (${afterKey(sort, after, parameters).join(' or ')})
     ${orderBy(sort)} limit ${limit + 1}`,
    parameters.values,
  )
  return foundJobs(rows, search)
}

/**
 * The list as a merge of branches, each of which one index has in the requested order. Conditions that the index does
 * not answer are outside, so that a skipped entry is counted.
 */
function walk(search: JobSearch, sort: Sort, parameters: SqlParameters): string {
  const { filter, order, after } = search
  const written = isWritten(search, parameters)
  // Forwards, where unwritten jobs come last, the limit comes after the walk: next to the key, a lower bound of the
  // same column, the planner would take it for the end of a span of few jobs, and sort all jobs of the branch.
  const [within, behind] = sort.isBackward ? [written, 'true'] : ['true', written]
  const spans = afterKey(sort, after, parameters).map((span) => `${span} and ${within}`)
  const [pair] = filter.metadata
  if (pair && isByMetadata(filter, sort)) {
    const span = [...spans, ...createdBounds(filter, parameters)].join(' and ')
    // Joined by all columns of the order, so that the planner knows it is preserved.
    return `select j.* from (
        select * from (${entriesOf(pair, parameters)}) j where ${span} ${orderBy(sort)} limit ${MOST_ENTRIES}
      ) entries join jobs j using (created_at, position, id) where j.project_id = $1 and ${behind} ${orderBy(sort)}`
  }
  const branches = branchesOf(filter, order, parameters).flatMap((condition) =>
    spans.map((span) => branchOf(`${condition} and ${span}`, sort)),
  )
  return `select * from (${branches.join('\n union all ')}) j where ${behind} ${orderBy(sort)}`
}

/** Entries of metadata are in the order of creation. */
const isByMetadata = ({ batchId, stages }: JobFilter, { time, weight }: Sort): boolean =>
  batchId === null && stages === null && time === 'created_at' && weight === null

const branchOf = (span: string, sort: Sort): string =>
  `(select * from jobs j where j.project_id = $1 and ${span} ${orderBy(sort)} limit ${MOST_ENTRIES})`

const stagesOf = ({ stages }: JobFilter): string[] => (stages ?? STAGES).map((stage) => `j.stage = '${stage}'`)

/** The condition of each branch. */
function branchesOf(filter: JobFilter, order: JobOrder, parameters: SqlParameters): string[] {
  const { batchId, stages, tag, priorityWeight, assignee } = filter
  const staged = stagesOf(filter)
  if (order === 'stage_at') return staged
  if (order === 'uncertainty') return ['j.uncertainty >= 0']
  if (order === 'priority') {
    // As a span: if a column has one fixed value, the planner no longer knows that it is part of the order.
    const weight = priorityWeight === null ? null : parameters.at(priorityWeight)
    return [weight === null ? 'true' : `j.priority_weight between ${weight} and ${weight}`]
  }
  if (batchId !== null) return [`j.batch_id = ${parameters.at(batchId)}`]
  const bounds = createdBounds(filter, parameters)
  const within = (condition: string) => [condition, ...bounds].join(' and ')
  if (assignee !== null) return [within(isAssigned(assignee, parameters))]
  if (filter.hasFindings) return [within(HAS_FINDINGS)]
  if (stages === null && tag !== null) return [within(`j.tag = ${parameters.at(tag)}`)]
  if (stages === null && priorityWeight !== null)
    return [within(`j.priority_weight = ${parameters.at(priorityWeight)}`)]
  return staged.map(within)
}

function createdBounds({ createdFrom, createdTo }: JobFilter, parameters: SqlParameters): string[] {
  return [
    ...(createdFrom ? [`j.created_at >= ${parameters.at(createdFrom)}`] : []),
    ...(createdTo ? [`j.created_at < ${parameters.at(createdTo)}`] : []),
  ]
}

/** SQL: in orders of creation, no job will be inserted before this one any more. */
function isWritten({ filter, order }: Pick<JobSearch, 'filter' | 'order'>, parameters: SqlParameters): string {
  if (order !== 'created' && order !== '-created') return 'true'
  if (filter.batchId === null) return `j.created_at < ${OPEN_SINCE}`
  return `j.position < ${firstOpenPosition(parameters.at(filter.batchId))}`
}

/**
 * SQL: the job comes after the key in the order. Two conditions by weight, since each of them is one span of the index.
 */
function afterKey(
  { columns, isBackward, weight: column }: Sort,
  after: JobKey | null,
  parameters: SqlParameters,
): [string] | [string, string] {
  if (!after) return ['true']
  const keyValue = (column: string) => {
    if (column === 'id') return `${parameters.at(after.jobId)}::uuid`
    if (column === 'position') return `${parameters.at(after.position)}::bigint`
    return `timestamptz 'epoch' + ${parameters.at(after.timeUs)}::bigint * interval '1 microsecond'`
  }
  const names = columns.map((column) => `j.${column}`)
  const isAfter = `(${names.join(', ')}) ${isBackward ? '<' : '>'} (${columns.map(keyValue).join(', ')})`
  if (!column) return [isAfter]
  const weight = parameters.at(after.weight)
  return [`j.${column} between ${weight} and ${weight} and ${isAfter}`, `j.${column} < ${weight}`]
}
