import type { Stage } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import type { Completion } from '../results/results.ts'
import { JOB_COLUMNS, JOBS, type Job, type JobColumns, jobOf } from './jobs.ts'

/** Columns of a job that change with its stage. What is left out stays. */
export interface JobChange {
  stage: Stage
  error?: object | null
  warnings?: readonly object[]
  pointCloudFrame?: 'sensor' | 'common' | null
  frames?: number
  keptSensors?: object | null
  rejected?: boolean
  /** null: no one holds the job any more. */
  lease?: { userId: string; seconds: number } | null
  annotatorId?: string | null
  tagVersion?: number
  reviewerId?: string | null
  /** For so long the person may take the submission back. Any other change ends that time. */
  undoSeconds?: number
}

const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : value)

/**
 * Writes a job that the caller has locked: the only statement that sets a stage, called by `workflow` alone. Answers
 * the job as it is now.
 */
export async function writeJob(db: Queryable, job: Job, change: JobChange): Promise<Job> {
  const values: unknown[] = [job.projectId, job.jobId]
  const sets: string[] = []
  const set = (column: string, value: unknown, form = (at: string) => at) => {
    if (value === undefined) return
    values.push(value)
    sets.push(`${column} = ${form(`$${values.length}`)}`)
  }
  set('stage', change.stage)
  if (change.stage !== job.stage) sets.push('stage_at = now()')
  if (change.undoSeconds === undefined) sets.push('undo_until = null')
  set('undo_until', change.undoSeconds, (at) => `now() + make_interval(secs => ${at})`)
  set('error', change.error === undefined ? undefined : json(change.error))
  set('warnings', change.warnings && JSON.stringify(change.warnings))
  set('point_cloud_frame', change.pointCloudFrame)
  set('frames', change.frames)
  set('kept_sensors', change.keptSensors === undefined ? undefined : json(change.keptSensors))
  set('rejected', change.rejected)
  set('holder_id', change.lease === undefined ? undefined : (change.lease?.userId ?? null))
  if (change.lease === null) sets.push('held_until = null')
  if (change.lease) set('held_until', change.lease.seconds, (at) => `now() + make_interval(secs => ${at})`)
  set('annotator_id', change.annotatorId)
  set('tag_version', change.tagVersion)
  set('reviewer_id', change.reviewerId)
  const { rows } = await db.query<JobColumns>(
    `update jobs set ${sets.join(', ')} where project_id = $1 and id = $2 returning ${JOB_COLUMNS}`,
    values,
  )
  return jobOf(rows[0])
}

/** What the same event changes in each of many jobs. */
export interface GroupChange extends Pick<JobChange, 'error' | 'warnings' | 'pointCloudFrame'> {
  /** Its result: completed with the transaction. */
  completion?: Completion
}

const COMPLETED = [
  'completed_at = (select now())',
  'annotations = given.annotations',
  'result_version = given.version',
  'result_attachment = given.attachment',
  'findings = given.findings',
  `finding_count = coalesce((given.findings ->> 'errors')::int + (given.findings ->> 'warnings')::int, 0)`,
]

/**
 * The same for many jobs of one project, which come to one stage by one event: each change has the same members.
 * `isFreed`: no one holds them any more. Answers the jobs as they are now.
 */
export async function writeJobsOfProject(
  db: Queryable,
  projectId: string,
  { stage, isFreed }: { stage: Stage; isFreed: boolean },
  changes: readonly { job: Job; change: GroupChange }[],
): Promise<Map<string, Job>> {
  const members = changes[0]?.change ?? {}
  const sets = [
    `stage = $2`,
    'stage_at = case when j.stage = $2 then j.stage_at else (select now()) end',
    'undo_until = null',
    ...(isFreed ? ['holder_id = null', 'held_until = null'] : []),
    ...('error' in members ? ['error = given.error'] : []),
    ...('warnings' in members ? ['warnings = given.warnings'] : []),
    ...('pointCloudFrame' in members ? ['point_cloud_frame = given.frame'] : []),
    ...('completion' in members ? COMPLETED : []),
  ]
  const { rows } = await db.query<JobColumns>(
    `update jobs j set ${sets.join(', ')}
     from unnest($3::uuid[], $4::json[], $5::json[], $6::text[], $7::bigint[], $8::int[], $9::uuid[], $10::json[])
       as given (id, error, warnings, frame, annotations, version, attachment, findings)
     where j.project_id = $1 and j.id = given.id and j.id = any ($3) returning ${JOBS.list('j')}`,
    [
      projectId,
      stage,
      changes.map(({ job }) => job.jobId),
      changes.map(({ change }) => json(change.error) ?? null),
      changes.map(({ change }) => json(change.warnings) ?? null),
      changes.map(({ change }) => change.pointCloudFrame ?? null),
      changes.map(({ change }) => change.completion?.annotations ?? null),
      changes.map(({ change }) => change.completion?.version ?? null),
      changes.map(({ change }) => change.completion?.attachmentId ?? null),
      changes.map(({ change }) => json(change.completion?.findings) ?? null),
    ],
  )
  return new Map(rows.map((row) => [row.id, jobOf(row)]))
}
