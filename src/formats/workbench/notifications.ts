import type { NotificationChoices, NotificationKind } from '../../model/notification.ts'

export interface NotificationRow {
  notification_id: string
  kind: NotificationKind
  project_id: string
  project: string
  job_id: string | null
  tag: string | null
  /** The reference ID of the job, or the name of the batch. */
  subject: string | null
  /** The person whom it is about. */
  about: string | null
  at: string
  read: boolean
}

export interface NotificationSettings {
  /** Whether the service can send email. */
  email: boolean
  choices: NotificationChoices
}
