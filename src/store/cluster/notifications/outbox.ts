import type { LanguageCode } from '../../../model/language.ts'
import type { NotificationKind } from '../../../model/notification.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'
import { STILL_CONCERNS } from './concerns.ts'

/** A notification to be sent by email. */
export interface Outgoing {
  id: string
  kind: NotificationKind
  projectId: string
  projectName: string
  jobId: string | null
  tag: string | null
  subject: string | null
  about: string | null
  email: string
  language: LanguageCode | null
  attempts: number
}

/** Older ones are no longer sent: if email is configured later, no one gets old news. */
const NEWS = `n.at > now() - interval '2 days'`
const MAY_GO = `not u.disabled and ${STILL_CONCERNS}`
const MOST_PEOPLE = 20

/** People with something to send: their first notification has waited for others, or is to be tried again. */
export async function peopleToMail(db: Queryable, gatherMs: number): Promise<string[]> {
  const { rows } = await db.query<{ user_id: string }>(
    `select n.user_id from notifications n join users u on u.id = n.user_id
     where n.email_state = 'waiting' and ${NEWS} and ${MAY_GO}
       and coalesce(n.email_retry_at, n.at + $1 * interval '1 millisecond') <= now()
     group by n.user_id order by min(n.at) limit ${MOST_PEOPLE}`,
    [gatherMs],
  )
  return rows.map(({ user_id }) => user_id)
}

/**
 * Claims all waiting notifications of a person for one email, oldest first. No other process gets them, and one is
 * retried only if it certainly was not sent.
 */
export async function takeForEmail(db: Queryable, userId: string): Promise<Outgoing[]> {
  const rows = await namedRows<Outgoing & { at: Date }>(
    db,
    `update notifications n set email_state = 'sending', email_attempts = n.email_attempts + 1
     from users u, projects p
     where n.user_id = $1 and n.email_state = 'waiting' and ${NEWS} and u.id = n.user_id and p.id = n.project_id
       and ${MAY_GO}
     returning n.id, n.kind, n.project_id, p.name as project_name, n.job_id, n.tag, n.subject,
       (select coalesce(a.name, a.email) from users a where a.id = n.about_id) as about, u.email, u.language,
       n.email_attempts as attempts, n.at`,
    [userId],
  )
  return rows.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Records the outcome of an email. @param retryMs when to retry, for `waiting` */
export async function settleEmail(
  db: Queryable,
  userId: string,
  ids: readonly string[],
  { state, retryMs }: { state: 'sent' | 'failed' | 'unknown' | 'waiting'; retryMs?: number },
): Promise<void> {
  await db.query(
    `update notifications set email_state = $3, email_retry_at = now() + $4 * interval '1 millisecond'
     where user_id = $1 and id = any($2::uuid[]) and email_state = 'sending'`,
    [userId, ids, state, retryMs ?? null],
  )
}
