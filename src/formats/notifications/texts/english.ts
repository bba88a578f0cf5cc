import type { EmailTexts, NotificationSentences } from './emailTexts.ts'

export const englishSentences = {
  'notifications.text.work_returned': '{subject} was rejected and waits for your rework',
  'notifications.text.mentioned': '{about} mentioned you in an issue of {subject}',
  'notifications.text.replied': '{about} replied to an issue of {subject}',
  'notifications.text.contest_decided': 'Your appeal of {subject} was decided',
  'notifications.text.batch_completed': 'The batch {subject} is complete',
  'notifications.text.contest_opened': '{about} appeals a verdict ({tag})',
  'notifications.text.person_paused': '{about} was paused ({tag})',
  'notifications.text.person_flagged': '{about} scores low on gold ({tag})',
  'notifications.text.consensus_short': 'A consensus job has waited an hour for more annotators',
  'notifications.text.gold_used_up': '{about} has no gold jobs left ({tag})',
  'notifications.text.training_used_up': '{about} has no training jobs left ({tag})',
  'notifications.text.gold_questioned': 'Good annotators fail a gold job, which may be wrong ({tag})',
  'notifications.text.receiver_failing': 'Callbacks were deactivated: the receiver fails',
} as const satisfies NotificationSentences

export const englishEmail: EmailTexts = {
  sentences: englishSentences,
  many: '{count} notifications from Fiducial',
  more: 'And {count} more.',
  choose: 'Choose your email notifications:',
}
