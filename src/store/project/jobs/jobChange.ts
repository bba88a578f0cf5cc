import type { Stage } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { JOB_COLUMNS, type Job, type JobColumns, jobOf } from './jobs.ts'

/** Columns of a job that change with its stage. What is left out stays. */
export interface JobChange {
  stage: Stage
  error?: object | null
  warnings?: readonly object[]
  pointCloudFrame?: 'sensor' | 'common' | null
  frames?: number
  keptSensors?: object | null
  annotations?: number
  resultVersion?: number
  resultAttachment?: string
  /** The time of completion is that of the transaction. */
  completedNow?: true
  rejected?: boolean
  /** null: no one holds the job any more. */
  lease?: { userId: string; seconds: number } | null
  annotatorId?: string | null
  tagVersion?: number
  reviewerId?: string | null
  /** For so long the person may take the submission back. Any other change ends that time. */
  undoSeconds?: number
}

const json = (value: object | null | undefined) => (value === null ? null : JSON.stringify(value))

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
  set('annotations', change.annotations)
  set('result_version', change.resultVersion)
  set('result_attachment', change.resultAttachment)
  if (change.completedNow) sets.push('completed_at = now()')
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
