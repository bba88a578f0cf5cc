import { OWN_NOTIFICATIONS } from '../../../model/notification.ts'

const OWN = OWN_NOTIFICATIONS.map((kind) => `'${kind}'`).join(', ')

/**
 * SQL over a notification `n` of a person `u`: they still belong to its project, with a role that receives it. People
 * who left the project, or no longer manage it, cannot read earlier notifications.
 */
export const STILL_CONCERNS = `(u.role in ('admin', 'manager') or n.kind in (${OWN}))
  and (u.role = 'admin' or exists (
    select 1 from user_projects m where m.user_id = u.id and m.project_id = n.project_id))`
