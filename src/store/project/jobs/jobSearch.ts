import type { JobFilter, JobOrder } from '../../../model/jobFilter.ts'
import { STAGES } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { jobConditions, rareConditions, SqlParameters } from './jobConditions.ts'
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

/** Index entries that one page reads at most: it may then hold fewer jobs than were asked for, or none. */
const MOST_ENTRIES = 1500
/** Up to so many jobs a rare condition is answered by its own index, and sorted. */
const FEW_JOBS = 1000

/** A page of the jobs that the filter leaves, in an order, after a key. What it costs does not grow with the project. */
export async function searchJobs(db: Queryable, projectId: string, search: JobSearch): Promise<FoundJobs> {
  if (search.filter.stages?.length === 0) return { jobs: [], next: null }
  const isFew = await leavesFew(db, projectId, search.filter)
  const parameters = new SqlParameters(projectId)
  const sort = sortOf(search, isFew)
  const source = isFew ? fewJobs(search, sort, parameters) : walkedJobs(search, sort, parameters)
  const conditions = jobConditions(search.filter, parameters)
  const { rows } = await db.query<FoundRow>(
    `${source.before} select ${JOB_COLUMNS}, ${microseconds(sort.time)} as time_us from ${source.from} j
     where j.project_id = $1 and ${[...conditions, source.after].join(' and ')}
     ${orderBy(sort)} limit ${search.limit + 1}`,
    parameters.values,
  )
  const jobs = rows.slice(0, search.limit).map(jobOf)
  const last = rows[search.limit - 1]
  if (rows.length > search.limit && last) return { jobs, next: keyOf(last, search.order) }
  return { jobs, next: isFew ? null : await endOfWalk(db, projectId, search) }
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

/** Whether the conditions without an order of their own leave so few jobs that sorting them is cheapest. */
async function leavesFew(db: Queryable, projectId: string, filter: JobFilter): Promise<boolean> {
  const parameters = new SqlParameters(projectId)
  const [key] = filter.metadata
  const conditions = key ? [withMetadata(key, parameters)] : rareConditions(filter, parameters)
  if (conditions.length === 0) return false
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from jobs j where j.project_id = $1 and ${conditions.join(' and ')} limit ${FEW_JOBS + 1}
     ) few`,
    parameters.values,
  )
  return rows[0] !== undefined && rows[0].count <= FEW_JOBS
}

const withMetadata = ({ key, value }: JobFilter['metadata'][number], parameters: SqlParameters) =>
  `j.id in (select m.job_id from job_metadata m where m.project_id = $1
     and m.key = ${parameters.at(key)} and m.value = ${parameters.at(value)})`

interface Source {
  before: string
  from: string
  after: string
}

/** All jobs of the rare condition. */
function fewJobs({ filter, after }: JobSearch, sort: Sort, parameters: SqlParameters): Source {
  const [key] = filter.metadata
  const conditions = key ? [withMetadata(key, parameters)] : rareConditions(filter, parameters)
  const before = `with few as materialized (
    select * from jobs j where j.project_id = $1 and ${conditions.join(' and ')})`
  return { before, from: 'few', after: `(${afterKey(sort, after, parameters).join(' or ')})` }
}

/** The next entries along an index that has the order; at most as many as a page reads. */
function walkedJobs(search: JobSearch, sort: Sort, parameters: SqlParameters): Source {
  return { before: '', from: `(${walk(search, sort, parameters)} limit ${MOST_ENTRIES})`, after: 'true' }
}

/** Where a walk ended that left fewer jobs than a page takes; null when it came to the end of the list. */
async function endOfWalk(db: Queryable, projectId: string, search: JobSearch): Promise<JobKey | null> {
  const parameters = new SqlParameters(projectId)
  const sort = sortOf(search, false)
  const { rows } = await db.query<KeyColumns>(
    `select priority_weight, uncertainty, position, id, ${microseconds(sort.time)} as time_us from (
       ${walk(search, sort, parameters)} limit 1 offset ${MOST_ENTRIES - 1}
     ) j where j.project_id = $1`,
    parameters.values,
  )
  return rows[0] ? keyOf(rows[0], search.order) : null
}

/**
 * The list as a merge of branches, each of which one index has in the order asked for. Conditions that the index does
 * not answer stand outside, so that an entry that is passed over is counted.
 */
function walk(search: JobSearch, sort: Sort, parameters: SqlParameters): string {
  const { filter, order, after } = search
  const branches =
    order === 'uncertainty'
      ? branchesByUncertainty(search, sort, parameters)
      : branchesOf(filter, order, parameters).flatMap((condition) =>
          afterKey(sort, after, parameters).map((isAfter) => branchOf(`${condition} and ${isAfter}`, sort)),
        )
  return merged(branches, sort)
}

const branchOf = (span: string, sort: Sort): string =>
  `(select * from jobs j where j.project_id = $1 and ${span} ${orderBy(sort)} limit ${MOST_ENTRIES})`

const merged = (branches: readonly string[], sort: Sort): string =>
  `select * from (${branches.join('\n union all ')}) j ${orderBy(sort)}`

/**
 * Jobs with a score, then those without, which are merged by time alone. A span that holds nothing after the key is
 * left out: the planner would look through all jobs for it.
 */
function branchesByUncertainty({ filter, after }: JobSearch, sort: Sort, parameters: SqlParameters): string[] {
  const byTime: Sort = { ...sort, weight: null }
  const isPastScores = after !== null && after.weight < 0
  const [isAfter] = isPastScores ? afterKey(byTime, after, parameters) : ['true']
  const unscored = stagesOf(filter).map((stage) => branchOf(`j.uncertainty = -1 and ${stage} and ${isAfter}`, byTime))
  const scored = isPastScores
    ? []
    : afterKey(sort, after, parameters).map((span) => branchOf(`j.uncertainty >= 0 and ${span}`, sort))
  return [...scored, `(${merged(unscored, byTime)} limit ${MOST_ENTRIES})`]
}

const stagesOf = ({ stages }: JobFilter): string[] => (stages ?? STAGES).map((stage) => `j.stage = '${stage}'`)

/** The condition of each branch. */
function branchesOf(filter: JobFilter, order: JobOrder, parameters: SqlParameters): string[] {
  const { batchId, stages, tag, priorityWeight } = filter
  const staged = stagesOf(filter)
  if (order === 'stage_at') return staged
  if (order === 'priority') {
    // As a span: of a column that is one value the planner no longer knows that it is in the order.
    const weight = priorityWeight === null ? null : parameters.at(priorityWeight)
    return [weight === null ? 'true' : `j.priority_weight between ${weight} and ${weight}`]
  }
  if (batchId !== null) return [`j.batch_id = ${parameters.at(batchId)}`]
  const bounds = createdBounds(filter, parameters)
  const within = (condition: string) => [condition, ...bounds].join(' and ')
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

/** SQL: the job comes after the key in the order. Two conditions by weight, since each of them is one span of the index. */
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
