/** Notifications that people receive about their own work. */
export const OWN_NOTIFICATIONS = ['work_returned', 'mentioned', 'replied', 'contest_decided'] as const

/** Notices that only managers of a project receive. */
export const MANAGER_NOTIFICATIONS = [
  'batch_completed',
  'contest_opened',
  'person_paused',
  'person_flagged',
  'consensus_short',
  'gold_used_up',
  'training_used_up',
  'gold_questioned',
  'receiver_failing',
] as const

export const NOTIFICATION_KINDS = [...OWN_NOTIFICATIONS, ...MANAGER_NOTIFICATIONS] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** `email`: in the app and by email. */
export const NOTIFICATION_CHOICES = ['app', 'email', 'off'] as const
export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number]

export type NotificationChoices = Partial<Record<NotificationKind, NotificationChoice>>

export const NOTICE_KINDS = [
  'person_paused',
  'person_flagged',
  'gold_used_up',
  'training_used_up',
  'consensus_short',
  'gold_questioned',
  'contest_opened',
] as const

/** Notices that only managers of a project receive. */
export type NoticeKind = (typeof NOTICE_KINDS)[number]
