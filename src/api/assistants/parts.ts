import type { WorkbenchParts } from '../workbench/parts.ts'
import { InteractiveCalls } from './interactive.ts'

/** What the routes of assistants share. */
export interface AssistantParts {
  workbench: WorkbenchParts
  calls: InteractiveCalls
}

export const makeAssistants = (workbench: WorkbenchParts): AssistantParts => ({
  workbench,
  calls: new InteractiveCalls(),
})
