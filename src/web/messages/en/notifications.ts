import { englishSentences } from '../../../formats/notifications/texts/english.ts'

export const notificationTexts = {
  'notifications.title': 'Notifications',
  'notifications.unread': '{count, plural, one {# unread notification} other {# unread notifications}}',
  'notifications.readAll': 'Mark all as read',
  'notifications.empty':
    'Nothing yet. You will hear here when work is returned to you, someone mentions you, or something needs you.',
  'notifications.more': 'Show more',
  'notifications.saved': 'Saved',
  'notifications.noEmail': 'This installation does not send email.',
  'notifications.choice.app': 'In the app',
  'notifications.choice.email': 'In the app and by email',
  'notifications.choice.off': 'Off',
  'notifications.kind.work_returned': 'Your work was rejected',
  'notifications.kind.mentioned': 'Someone mentioned you in an issue',
  'notifications.kind.replied': 'Someone replied to your issue',
  'notifications.kind.contest_decided': 'Your appeal was decided',
  'notifications.kind.batch_completed': 'A batch is complete',
  'notifications.kind.contest_opened': 'A person appeals a verdict',
  'notifications.kind.person_paused': 'A person was paused',
  'notifications.kind.person_flagged': 'A person scores low on gold',
  'notifications.kind.consensus_short': 'Too few annotators for a consensus job',
  'notifications.kind.gold_used_up': 'A person has no gold jobs left',
  'notifications.kind.training_used_up': 'A person has no training jobs left',
  'notifications.kind.gold_questioned': 'A gold job may be wrong',
  'notifications.kind.receiver_failing': 'Callbacks were deactivated',
  ...englishSentences,
} as const
