import type { NotificationRow } from '../../contract/notifications.ts'
import type { Translator } from '../messages/translator.ts'

export function notificationText(t: Translator, row: NotificationRow): string {
  const { kind, subject, about, tag } = row
  const facts = { subject: subject ?? '', about: about ?? '', tag: tag ?? '' }
  switch (kind) {
    case 'work_returned':
    case 'contest_decided':
    case 'batch_completed':
      return t(`notifications.text.${kind}`, { subject: facts.subject })
    case 'mentioned':
    case 'replied':
      return t(`notifications.text.${kind}`, { about: facts.about, subject: facts.subject })
    case 'gold_questioned':
      return t(`notifications.text.${kind}`, { tag: facts.tag })
    case 'consensus_short':
    case 'receiver_failing':
      return t(`notifications.text.${kind}`)
    default:
      return t(`notifications.text.${kind}`, { about: facts.about, tag: facts.tag })
  }
}
