import { Type } from 'typebox'
import { isoTime } from '../../formats/isoTime.ts'
import { Id, orNull, stringEnum, Time } from '../../formats/json/schemas.ts'
import type { NotificationRow, NotificationSettings } from '../../formats/workbench/notifications.ts'
import { NOTIFICATION_CHOICES, NOTIFICATION_KINDS } from '../../model/notification.ts'
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
import { EmptyAnswer } from '../http/emptyAnswer.ts'
import { textParameter } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'

const Notifications = Type.Object({
  notifications: Type.Array(
    Type.Object({
      notification_id: Id,
      kind: stringEnum(...NOTIFICATION_KINDS),
      project_id: Id,
      project: Type.String(),
      job_id: orNull(Id),
      tag: orNull(Type.String()),
      subject: orNull(Type.String({ description: 'the reference_id of the job, or the name of the batch' })),
      about: orNull(Type.String()),
      at: Time,
      read: Type.Boolean(),
    }),
  ),
  unread: Type.Integer(),
  next_page_token: orNull(Type.String()),
})

const Choice = stringEnum(...NOTIFICATION_CHOICES)
const Chosen = Type.Object(Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, Type.Optional(Choice)])), {
  additionalProperties: false,
})
const Settings = Type.Object({ email: Type.Boolean(), choices: Chosen })

/** What a person hears of their work, and by which way. */
export function notificationRoutes(context: ApiContext): Route[] {
  const { pool, config } = context
  const settingsOf = async (userId: string): Promise<NotificationSettings> => {
    const chosen = await notificationChoices(pool, userId)
    const choices = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, chosen[kind] ?? 'app']))
    return { email: config.smtp !== null, choices }
  }
  return [
    route({
      method: 'GET',
      paths: ['/api/me/notifications'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'Your notifications, newest first',
      query: Type.Object({ page_token: textParameter('next_page_token of the page before') }),
      answer: Notifications,
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
    route({
      method: 'POST',
      paths: ['/api/me/notifications/read'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'Mark notifications as read; all of them when none is named',
      body: Type.Object({ notification_ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })) }),
      answer: EmptyAnswer,
      handle: async ({ session, body }) => {
        await markRead(pool, session.userId, body.notification_ids ?? null)
        return {}
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/me/notification-choices'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'How you hear of what',
      answer: Settings,
      handle: ({ session }) => settingsOf(session.userId),
    }),
    route({
      method: 'PATCH',
      paths: ['/api/me/notification-choices'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'Choose how you hear of what; kinds left out do not change',
      body: Type.Object({ choices: Chosen }),
      answer: Settings,
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
