import { assistTexts } from './assist.ts'
import { compareTexts } from './compare.ts'
import { findingsTexts } from './findings.ts'
import { panelsTexts } from './panels.ts'
import { shellTexts } from './shell.ts'
import { toolsTexts } from './tools.ts'

/** What every job opens with. */
export const workbenchTexts = {
  ...shellTexts,
  ...panelsTexts,
  ...toolsTexts,
  ...findingsTexts,
  ...compareTexts,
  ...assistTexts,
  'edit.endHeld': 'End held objects',
}
