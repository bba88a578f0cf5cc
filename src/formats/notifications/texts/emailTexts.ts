import type { NotificationKind } from '../../../model/notification.ts'

/** What each notification says, in the pages and in emails. Words in braces are replaced. */
export type NotificationSentences = Readonly<Record<`notifications.text.${NotificationKind}`, string>>

export interface EmailTexts {
  sentences: NotificationSentences
  /** The subject of an email about several. */
  many: string
  /** Below those that are shown. */
  more: string
  choose: string
}
