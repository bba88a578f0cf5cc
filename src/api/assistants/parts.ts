import type { ModelFolder } from '../../pageModels/modelFolder.ts'
import type { WorkbenchParts } from '../workbench/parts.ts'
import { InteractiveCalls } from './interactive.ts'

/** What the routes of assistants share. */
export interface AssistantParts {
  workbench: WorkbenchParts
  calls: InteractiveCalls
  /** Those that pages run themselves. */
  models: ModelFolder
}

export const makeAssistants = (workbench: WorkbenchParts, models: ModelFolder): AssistantParts => ({
  workbench,
  models,
  calls: new InteractiveCalls(workbench.context.pool),
})
