import type { ModelFolder } from '../../pageModels/modelFolder.ts'
import type { WorkbenchContext } from '../workbench/workbenchContext.ts'
import { InteractiveCalls } from './interactive.ts'

/** The shared parts of the assistants' routes. */
export interface AssistantParts {
  workbench: WorkbenchContext
  calls: InteractiveCalls
  /** Those that pages run themselves. */
  models: ModelFolder
}

export const makeAssistants = (workbench: WorkbenchContext, models: ModelFolder): AssistantParts => ({
  workbench,
  models,
  calls: new InteractiveCalls(workbench.context.pool),
})
