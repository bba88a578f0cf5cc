import type { contestTexts as english } from '../en/contest.ts'
import { assistantsTexts } from './assistants.ts'
import { consoleTexts } from './console.ts'
import { dataTexts } from './data.ts'
import { exchangeTexts } from './exchange.ts'
import { goldTexts } from './gold.ts'
import { jobListTexts } from './jobList.ts'
import { progressTexts } from './progress.ts'
import { projectTexts } from './project.ts'
import { qualityTexts } from './quality.ts'
import { tagEditorTexts } from './tagEditor.ts'

const contestTexts: Readonly<Record<keyof typeof english, string>> = {
  'quality.view.contests': 'Reclamaciones',
  'contest.empty': 'No hay reclamaciones abiertas',
  'contest.emptyAll': 'Todavía no hay reclamaciones',
  'contest.emptyHint':
    'Quien cree que la puntuación o la revisión de su trabajo es incorrecta reclama en «Mi trabajo». Aquí se decide.',
  'contest.count': '{count, plural, one {# reclamación} other {# reclamaciones}}',
  'contest.show': 'Mostrar',
  'contest.person': 'Persona',
  'contest.about': 'Sobre',
  'contest.about.gold': 'Control',
  'contest.about.review': 'Revisión',
  'contest.score': 'Puntuación',
  'contest.scores': '{before} → {now}',
  'contest.decide': 'Decidir…',
  'contest.decideTitle': 'Reclamación de {name}',
  'contest.decideDo': 'Decidir',
  'contest.openWork': 'Abrir el trabajo enviado',
  'contest.openGold': 'Abrir el trabajo de control',
  'contest.decision': 'Decisión',
  'contest.useSubmission': 'Aceptar: lo que envió la persona es la verdad',
  'contest.useSubmissionHint':
    'Pasa a ser la verdad del trabajo de control, y todo lo enviado de él se puntúa de nuevo.',
  'contest.upholdGold': 'Aceptar: la verdad ya se corrigió',
  'contest.upholdGoldHint': 'Solo cierra la reclamación. Las puntuaciones siguen a la verdad.',
  'contest.upholdReview': 'Aceptar: el trabajo cuenta como aceptado',
  'contest.upholdReviewHint': 'El veredicto se retira de las cifras de la persona y cuenta en las de quien revisó.',
  'contest.dismiss': 'Desestimar: el veredicto se mantiene',
  'contest.answer': 'Respuesta',
  'contest.answerHint': 'La persona la lee en «Mi trabajo».',
  'contest.decided': 'Reclamación decidida.',
}

export const consolePagesTexts = {
  ...consoleTexts,
  ...projectTexts,
  ...tagEditorTexts,
  ...jobListTexts,
  ...progressTexts,
  ...qualityTexts,
  ...goldTexts,
  ...contestTexts,
  ...assistantsTexts,
  ...exchangeTexts,
  ...dataTexts,
}
