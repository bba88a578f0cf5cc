import type { ShownSuggestion } from '../../../contract/assistants.ts'
import type { Prompt } from '../../../model/assistants/assistant.ts'
import type { ShapePrompts, ShareBox } from '../../document/openSuggestions.ts'
import type { EditorSession } from '../../document/session.ts'
import type { Waiting } from './waitForAnswer.ts'

/** What finds the object at prompts: an assistant, or a model in the page. */
export interface ShapeFinder {
  name: string
  /** undefined: it does not say. */
  prompts?: readonly Prompt[]
  find(session: EditorSession, input: FinderInput, waiting: Waiting): Promise<readonly ShownSuggestion[]>
  /** The same without keeping it; none where that costs too much. */
  preview?(session: EditorSession, input: FinderInput, signal: AbortSignal): Promise<readonly ShownSuggestion[]>
}

export interface FinderInput {
  label: string
  sequence: number
  frame_id?: string
  geometry?: 'polygon' | 'mask'
  crop?: ShareBox
  prompts: Pick<ShapePrompts, 'points'> & { box?: ShareBox; text?: string }
}
