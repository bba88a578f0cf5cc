import type { GeometryKind } from '../../model/annotationType.ts'
import type { Label } from '../messages/messageValues.ts'
import type { AskedByTool } from './openSuggestions.ts'

/** The facts of a tool for the toolbar and the keys. */
export interface ToolDeclaration {
  id: string
  label: Label
  icon: string
  /** Unless the person chose another. */
  key: string
  /** The geometry it makes. */
  makes?: GeometryKind
  /** The form for classes that do not allow the first. */
  elseMakes?: GeometryKind
  /** Offered in read-only jobs too. */
  readsOnly?: true
  /** Offered where an assistant answers this. */
  asks?: AskedByTool
}
