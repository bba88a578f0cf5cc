import { type Static, Type } from 'typebox'
import { Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { NOTIFICATION_CHOICES, NOTIFICATION_KINDS, type NotificationChoices } from '../model/notification.ts'
import { endpoint } from './endpoint.ts'
import { EmptyAnswer, textParameter } from './words.ts'

const NotificationRow = Type.Object({
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
})

export type NotificationRow = Static<typeof NotificationRow>

const Notifications = Type.Object({
  notifications: Type.Array(NotificationRow),
  unread: Type.Integer(),
  next_page_token: orNull(Type.String()),
})

const NotificationChoice = stringEnum(...NOTIFICATION_CHOICES)

const ChosenNotifications = Type.Unsafe<NotificationChoices>(
  Type.Object(Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, Type.Optional(NotificationChoice)])), {
    additionalProperties: false,
  }),
)

const ShownNotificationSettings = Type.Object({ email: Type.Boolean(), choices: ChosenNotifications })

export type ShownNotificationSettings = Static<typeof ShownNotificationSettings>

export const notificationEndpoints = {
  listNotifications: endpoint({
    method: 'GET',
    paths: ['/api/me/notifications'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'Your notifications, newest first',
    query: Type.Object({ page_token: textParameter('next_page_token of the page before') }),
    answer: Notifications,
  }),
  readNotifications: endpoint({
    method: 'POST',
    paths: ['/api/me/notifications/read'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'Mark notifications as read; all of them when none is named',
    body: Type.Object({ notification_ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })) }),
    answer: EmptyAnswer,
  }),
  getNotificationChoices: endpoint({
    method: 'GET',
    paths: ['/api/me/notification-choices'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'How you hear of what',
    answer: ShownNotificationSettings,
  }),
  changeNotificationChoices: endpoint({
    method: 'PATCH',
    paths: ['/api/me/notification-choices'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'Choose how you hear of what; kinds left out do not change',
    body: Type.Object({ choices: ChosenNotifications }),
    answer: ShownNotificationSettings,
  }),
}
