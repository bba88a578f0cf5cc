import { spanishSentences } from '../../../formats/notifications/texts/spanish.ts'
import type { notificationTexts as english } from '../en/notifications.ts'
import { appTexts } from './app.ts'
import { commonTexts } from './common.ts'
import { peopleTexts } from './people.ts'
import { queueTexts } from './queue.ts'

const notificationTexts: Readonly<Record<keyof typeof english, string>> = {
  'notifications.title': 'Notificaciones',
  'notifications.unread': '{count, plural, one {# notificación sin leer} other {# notificaciones sin leer}}',
  'notifications.readAll': 'Marcar todo como leído',
  'notifications.empty':
    'Todavía nada. Aquí verá cuándo se le devuelve un trabajo, alguien le menciona o algo requiere su atención.',
  'notifications.more': 'Mostrar más',
  'notifications.saved': 'Guardado',
  'notifications.noEmail': 'Esta instalación no envía correo electrónico.',
  'notifications.choice.app': 'En la aplicación',
  'notifications.choice.email': 'En la aplicación y por correo',
  'notifications.choice.off': 'Desactivado',
  'notifications.kind.work_returned': 'Se rechaza su trabajo',
  'notifications.kind.mentioned': 'Alguien le menciona en una incidencia',
  'notifications.kind.replied': 'Alguien responde a una incidencia suya',
  'notifications.kind.contest_decided': 'Se decide una reclamación suya',
  'notifications.kind.batch_completed': 'Un lote está completo',
  'notifications.kind.contest_opened': 'Alguien reclama contra un veredicto',
  'notifications.kind.person_paused': 'Se pausa a una persona',
  'notifications.kind.person_flagged': 'Una persona puntúa bajo en control',
  'notifications.kind.consensus_short': 'Faltan anotadores para un trabajo de consenso',
  'notifications.kind.gold_used_up': 'Una persona ha agotado los trabajos de control',
  'notifications.kind.training_used_up': 'Una persona ha agotado los trabajos de formación',
  'notifications.kind.gold_questioned': 'Se cuestiona un trabajo de control',
  'notifications.kind.receiver_failing': 'Se desactivan los callbacks',
  ...spanishSentences,
}

export const startTexts = {
  ...commonTexts,
  ...appTexts,
  ...peopleTexts,
  ...queueTexts,
  ...notificationTexts,
}
