import type { Queryable } from '../../postgres/pools.ts'
import { int, nullable, type RowOf, Table, text, timestamp } from '../../postgres/table.ts'
import type { JobPlace } from '../jobs/jobs.ts'

const SUBMITTED = new Table('assignments', {
  assignment_no: int,
  document_sha256: text,
  labels_sha256: nullable(text),
  ended_at: timestamp,
})

/** A submission of a person or a program, at its time. */
export interface HandedIn {
  number: number
  /** null: a program. */
  userName: string | null
  documentSha256: string
  labelsSha256: string | null
  at: Date
}

/** All that annotators handed in of a job, the oldest first. */
export async function listHandedIn(db: Queryable, { projectId, jobId }: JobPlace): Promise<HandedIn[]> {
  const { rows } = await db.query<RowOf<typeof SUBMITTED> & { user_name: string | null }>(
    `select ${SUBMITTED.list('a')}, coalesce(u.name, u.email) as user_name
     from assignments a left join users u on u.id = a.user_id
     where a.project_id = $1 and a.job_id = $2 and a.purpose = 'annotate' and a.ended_at is not null
       and a.outcome in ('submitted', 'accepted', 'rejected') and a.document_sha256 is not null
     order by a.assignment_no`,
    [projectId, jobId],
  )
  return rows.map((row) => ({
    number: row.assignment_no,
    userName: row.user_name,
    at: row.ended_at,
    documentSha256: row.document_sha256,
    labelsSha256: row.labels_sha256,
  }))
}
