import type { Stage } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import type { JobResult } from '../results/results.ts'
import { JOBS, type Job, type JobColumns, jobOf } from './jobs.ts'

/** Columns of a job that change with its stage. Missing ones stay. */
export interface JobChange {
  error?: object | null
  warnings?: readonly object[]
  pointCloudFrame?: 'sensor' | 'common' | null
  cloudFrameReason?: string | null
  frames?: number
  keptSensors?: object | null
  annotatorId?: string | null
  tagVersion?: number
  reviewerId?: string | null
  /** Its result: completed with the transaction. */
  completion?: JobResult
}

/** Columns that change in the same way in all jobs of a call. Missing ones stay. */
export interface StageChange {
  stage: Stage
  rejected?: boolean
  /** null: no one holds the jobs any more. */
  lease?: { userId: string; seconds: number } | null
  /** How long the person may undo the submission. Any other change ends that time. */
  undoSeconds?: number
}

const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : (value ?? null))

/** Values of a change, as the statement takes them: by column, with its type and its part of the change. */
const GIVEN: Readonly<Record<keyof JobChange, readonly (readonly [string, string, (change: JobChange) => unknown])[]>> =
  {
    error: [['error', 'json', ({ error }) => json(error)]],
    warnings: [['warnings', 'json', ({ warnings }) => json(warnings)]],
    pointCloudFrame: [['point_cloud_frame', 'text', ({ pointCloudFrame }) => pointCloudFrame ?? null]],
    cloudFrameReason: [['cloud_frame_reason', 'text', ({ cloudFrameReason }) => cloudFrameReason ?? null]],
    frames: [['frames', 'int', ({ frames }) => frames ?? null]],
    keptSensors: [['kept_sensors', 'json', ({ keptSensors }) => json(keptSensors)]],
    annotatorId: [['annotator_id', 'uuid', ({ annotatorId }) => annotatorId ?? null]],
    tagVersion: [['tag_version', 'int', ({ tagVersion }) => tagVersion ?? null]],
    reviewerId: [['reviewer_id', 'uuid', ({ reviewerId }) => reviewerId ?? null]],
    completion: [
      ['annotations', 'bigint', ({ completion }) => completion?.annotations ?? null],
      ['result_version', 'int', ({ completion }) => completion?.version ?? null],
      ['result_attachment', 'uuid', ({ completion }) => completion?.attachmentId ?? null],
      ['findings', 'json', ({ completion }) => json(completion?.findings)],
    ],
  }

const COMPLETED = [
  'completed_at = (select now())',
  `finding_count = coalesce((given.findings ->> 'errors')::int + (given.findings ->> 'warnings')::int, 0)`,
]

/**
 * Writes jobs of one project that the caller has locked: the only statement that sets a stage, called by `workflow`
 * alone. The changes have the same members. Answers the jobs as they are now, by id.
 */
export async function changeJobs(
  db: Queryable,
  projectId: string,
  { stage, rejected, lease, undoSeconds }: StageChange,
  changes: readonly { job: Pick<Job, 'jobId'>; change?: JobChange }[],
): Promise<Map<string, Job>> {
  const values: unknown[] = [projectId, stage, changes.map(({ job }) => job.jobId)]
  const bind = (value: unknown) => `$${values.push(value)}`
  const given = [{ name: 'id', from: '$3::uuid[]' }]
  const sets = ['stage_at = case when j.stage = $2 then j.stage_at else (select now()) end']
  sets.push(
    `undo_until = ${undoSeconds === undefined ? 'null' : `now() + make_interval(secs => ${bind(undoSeconds)})`}`,
  )
  if (rejected !== undefined) sets.push(`rejected = ${bind(rejected)}`)
  if (lease === null) sets.push('holder_id = null', 'held_until = null')
  if (lease) {
    sets.push(`holder_id = ${bind(lease.userId)}`)
    sets.push(`held_until = now() + make_interval(secs => ${bind(lease.seconds)})`)
  }
  const members = changes[0]?.change ?? {}
  for (const [member, columns] of Object.entries(GIVEN)) {
    if (members[member as keyof JobChange] === undefined) continue
    for (const [name, type, of] of columns) {
      given.push({ name, from: `${bind(changes.map(({ change = {} }) => of(change)))}::${type}[]` })
      sets.push(`${name} = given.${name}`)
    }
  }
  if (members.completion) sets.push(...COMPLETED)
  const { rows } = await db.query<JobColumns>(
    `update jobs j set stage = $2, ${sets.join(', ')}
     from unnest(${given.map(({ from }) => from).join(', ')}) as given (${given.map(({ name }) => name).join(', ')})
     where j.project_id = $1 and j.id = given.id and j.id = any ($3) returning ${JOBS.list('j')}`,
    values,
  )
  return new Map(rows.map((row) => [row.id, jobOf(row)]))
}
