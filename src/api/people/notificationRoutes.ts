import {
  type NotificationRow,
  notificationEndpoints,
  type ShownNotificationSettings,
} from '../../contract/notifications.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { NOTIFICATION_KINDS } from '../../model/notification.ts'
import { isUuid } from '../../model/uuid.ts'
import {
  chooseNotifications,
  countUnread,
  listNotifications,
  markRead,
  NOTIFICATIONS_A_PAGE,
  notificationChoices,
  type OwnNotification,
} from '../../store/cluster/notifications/ownNotifications.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'

/** A person's notifications, and how they receive them. */
export function notificationRoutes(context: ApiContext): Route[] {
  const { pool, config } = context
  const settingsOf = async (userId: string): Promise<ShownNotificationSettings> => {
    const chosen = await notificationChoices(pool, userId)
    const choices = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, chosen[kind] ?? 'app']))
    return { email: config.smtp !== null, choices }
  }
  return [
    route(notificationEndpoints.listNotifications, {
      handle: async ({ session, query }) => {
        const after = query.page_token ?? null
        if (after !== null && !isUuid(after)) throw new ApiError('invalid_request_error', 'invalid page_token')
        const found = await listNotifications(pool, session.userId, after)
        const page = found.slice(0, NOTIFICATIONS_A_PAGE)
        return {
          notifications: page.map(shown),
          unread: await countUnread(pool, session.userId),
          next_page_token: found.length > page.length ? page[page.length - 1].id : null,
        }
      },
    }),
    route(notificationEndpoints.readNotifications, {
      handle: async ({ session, body }) => {
        await markRead(pool, session.userId, body.notification_ids ?? null)
        return {}
      },
    }),
    route(notificationEndpoints.getNotificationChoices, {
      handle: ({ session }) => settingsOf(session.userId),
    }),
    route(notificationEndpoints.changeNotificationChoices, {
      handle: async ({ session, body }) => {
        await chooseNotifications(pool, session.userId, body.choices)
        return settingsOf(session.userId)
      },
    }),
  ]
}

const shown = (one: OwnNotification): NotificationRow => ({
  notification_id: one.id,
  kind: one.kind,
  project_id: one.projectId,
  project: one.projectName,
  job_id: one.jobId,
  tag: one.tag,
  subject: one.subject,
  about: one.about,
  at: isoTime(one.at),
  read: one.isRead,
})
