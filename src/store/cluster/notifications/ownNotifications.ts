import type { NotificationChoices, NotificationKind } from '../../../model/notification.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'
import { STILL_CONCERNS } from './concerns.ts'

/** A notification as its person reads it. */
export interface OwnNotification {
  id: string
  kind: NotificationKind
  projectId: string
  projectName: string
  jobId: string | null
  tag: string | null
  subject: string | null
  /** Name or email of the person whom it is about. */
  about: string | null
  at: Date
  isRead: boolean
}

const READ = `select n.id, n.kind, n.project_id, p.name as project_name, n.job_id, n.tag,
    n.subject, coalesce(a.name, a.email) as about, n.at, n.read_at is not null as is_read
  from notifications n join users u on u.id = n.user_id join projects p on p.id = n.project_id
    left join users a on a.id = n.about_id
  where ${STILL_CONCERNS}`

export const NOTIFICATIONS_A_PAGE = 30

/** Newest first; `after` names the last one of the page before. One more than a page: then there is another. */
export async function listNotifications(
  db: Queryable,
  userId: string,
  after: string | null,
): Promise<OwnNotification[]> {
  const rows = await namedRows<OwnNotification>(
    db,
    `${READ} and n.user_id = $1 and ($2::uuid is null or (n.at, n.id) < (
       select l.at, l.id from notifications l where l.user_id = $1 and l.id = $2))
     order by n.at desc, n.id desc limit $3`,
    [userId, after, NOTIFICATIONS_A_PAGE + 1],
  )
  return rows
}

export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ unread: number }>(
    `select count(*)::int as unread from notifications n join users u on u.id = n.user_id
     where n.user_id = $1 and n.read_at is null and ${STILL_CONCERNS}`,
    [userId],
  )
  return rows[0].unread
}

/** null: all of them. */
export async function markRead(db: Queryable, userId: string, ids: readonly string[] | null): Promise<void> {
  await db.query(
    `update notifications set read_at = now()
     where user_id = $1 and read_at is null and ($2::uuid[] is null or id = any($2))`,
    [userId, ids],
  )
}

export async function notificationChoices(db: Queryable, userId: string): Promise<NotificationChoices> {
  const { rows } = await db.query<{ choices: NotificationChoices }>(
    'select notification_choices as choices from users where id = $1',
    [userId],
  )
  return rows[0].choices
}

/** Absent choices stay unchanged. */
export async function chooseNotifications(db: Queryable, userId: string, choices: NotificationChoices): Promise<void> {
  await db.query('update users set notification_choices = notification_choices || $2::jsonb where id = $1', [
    userId,
    JSON.stringify(choices),
  ])
}
