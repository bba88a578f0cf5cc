import type { EmailTexts, NotificationSentences } from './emailTexts.ts'

export const spanishSentences = {
  'notifications.text.work_returned': '{subject} se ha rechazado y espera su corrección',
  'notifications.text.mentioned': '{about} le ha mencionado en una incidencia de {subject}',
  'notifications.text.replied': '{about} ha respondido a una incidencia de {subject}',
  'notifications.text.contest_decided': 'Se ha decidido su reclamación de {subject}',
  'notifications.text.batch_completed': 'El lote {subject} está completo',
  'notifications.text.contest_opened': '{about} reclama contra un veredicto ({tag})',
  'notifications.text.person_paused': '{about} está en pausa ({tag})',
  'notifications.text.person_flagged': '{about} puntúa bajo en control ({tag})',
  'notifications.text.consensus_short': 'Un trabajo de consenso lleva una hora esperando más anotadores',
  'notifications.text.gold_used_up': '{about} ha agotado los trabajos de control ({tag})',
  'notifications.text.training_used_up': '{about} ha agotado los trabajos de formación ({tag})',
  'notifications.text.gold_questioned': 'Buenos anotadores fallan un trabajo de control ({tag})',
  'notifications.text.receiver_failing': 'Los callbacks se han desactivado: el receptor falla',
} as const satisfies NotificationSentences

export const spanishEmail: EmailTexts = {
  sentences: spanishSentences,
  many: '{count} notificaciones de Fiducial',
  more: 'Y {count} más.',
  choose: 'Elija qué avisos recibe por correo electrónico:',
}
