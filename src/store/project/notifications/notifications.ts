import type { NotificationKind } from '../../../model/notification.ts'
import type { Queryable } from '../../postgres/pools.ts'

/** One piece of news. */
export interface Told {
  projectId: string
  kind: NotificationKind
  jobId?: string | null
  tag?: string | null
  /** The reference ID of the job, or the name of the batch. */
  subject?: string | null
  /** The person whom it is about, or who did it. */
  aboutId?: string | null
}

const INSERT = `
  insert into notifications (project_id, user_id, kind, job_id, tag, subject, about_id, email_state)
  select $1, u.id, $2, $3::uuid, $4, $5, $6::uuid,
    case when u.notification_choices ->> $2::text = 'email' then 'waiting' end
  from users u where not u.disabled and coalesce(u.notification_choices ->> $2::text, 'app') <> 'off'`

const IS_MEMBER = 'exists (select 1 from user_projects p where p.user_id = u.id and p.project_id = $1)'

/** Notifies people of the project, if they want this notification. */
export async function tellPeople(db: Queryable, userIds: readonly string[], told: Told): Promise<void> {
  if (userIds.length === 0) return
  await db.query(`${INSERT} and u.id = any($7::uuid[]) and (u.role = 'admin' or ${IS_MEMBER})`, [
    ...columnsOf(told),
    userIds,
  ])
}

/** Notifies the managers of the project; admins if it has no manager. */
export async function tellManagers(db: Queryable, told: Told): Promise<void> {
  await db.query(
    `${INSERT} and ((u.role = 'manager' and ${IS_MEMBER}) or (u.role = 'admin' and not exists (
       select 1 from users m join user_projects p on p.user_id = m.id
       where p.project_id = $1 and m.role = 'manager' and not m.disabled)))`,
    columnsOf(told),
  )
}

const columnsOf = ({ projectId, kind, jobId = null, tag = null, subject = null, aboutId = null }: Told) => [
  projectId,
  kind,
  jobId,
  tag,
  subject,
  aboutId,
]
