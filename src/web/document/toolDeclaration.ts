import type { GeometryKind } from '../../model/annotationType.ts'
import type { Label } from '../messages/messageValues.ts'
import type { AskedByTool } from './openSuggestions.ts'

/** What a toolbar and the keys need to know of a tool. */
export interface ToolDeclaration {
  id: string
  label: Label
  icon: string
  /** Unless the person chose another. */
  key: string
  /** The geometry it makes. */
  makes?: GeometryKind
  /** Of classes that may not be that. */
  elseMakes?: GeometryKind
  /** Offered in read-only jobs too. */
  readsOnly?: true
  /** Offered where an assistant answers this. */
  asks?: AskedByTool
}
