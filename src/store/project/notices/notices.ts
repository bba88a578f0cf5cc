import type { NoticeKind } from '../../../model/notification.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { nullable, type RowOf, Table, text, textOf, timestamp, uuid } from '../../postgres/table.ts'
import { tellManagers } from '../notifications/notifications.ts'

export interface ManagerNotice {
  kind: NoticeKind
  /** Whom it is about, and of which tag or job. */
  userId: string | null
  tag: string | null
  jobId: string | null
  at: Date
}

export const NOTICES = new Table('notices', {
  kind: textOf<NoticeKind>(),
  user_id: nullable(uuid),
  tag: nullable(text),
  job_id: nullable(uuid),
  at: timestamp,
})

/** Tells managers, once until it is closed. The caller holds the transaction. */
export async function addNotice(
  db: Queryable,
  projectId: string,
  { kind, userId = null, tag = null, jobId = null }: Partial<ManagerNotice> & Pick<ManagerNotice, 'kind'>,
): Promise<void> {
  const { rowCount } = await db.query(
    'insert into notices (project_id, kind, user_id, tag, job_id) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [projectId, kind, userId, tag, jobId],
  )
  if (rowCount === 1) await tellManagers(db, { projectId, kind, aboutId: userId, tag, jobId })
}

/** The cause of the notice is over. Without a person: for everyone of the tag. */
export async function closeNotices(
  db: Queryable,
  projectId: string,
  { kinds, userId = null, tag = null, jobId = null }: Partial<ManagerNotice> & { kinds: readonly NoticeKind[] },
): Promise<void> {
  await db.query(
    `update notices set closed_at = now() where project_id = $1 and kind = any($2) and closed_at is null
       and ($3::uuid is null or user_id = $3) and ($4::text is null or tag = $4) and ($5::uuid is null or job_id = $5)`,
    [projectId, kinds, userId, tag, jobId],
  )
}

const MOST_NOTICES = 200

/** Open notices, newest first. */
export async function listNotices(db: Queryable, projectId: string): Promise<ManagerNotice[]> {
  const { rows } = await db.query<RowOf<typeof NOTICES>>(
    `select ${NOTICES.list()} from notices where project_id = $1 and closed_at is null order by id desc limit $2`,
    [projectId, MOST_NOTICES],
  )
  return rows.map((row) => ({ kind: row.kind, userId: row.user_id, tag: row.tag, jobId: row.job_id, at: row.at }))
}
