import type { Label } from '../messages/messageValues.ts'
import type { AskedByTool } from './openSuggestions.ts'

/** What a toolbar and the keys need to know of a tool. */
export interface ToolDeclaration {
  id: string
  label: Label
  icon: string
  /** Unless the person chose another. */
  key: string
  /** Offered in read-only jobs too. */
  readsOnly?: true
  /** Offered where an assistant answers this. */
  asks?: AskedByTool
}
