import type { ShapeInWork } from '../../document/shapeInWork.ts'
import type { ToolDeclaration } from '../../document/toolDeclaration.ts'

/** The state is finished: back to the first state of its tool. */
export const DONE = 'done' as const

/** Where the machine goes next; undefined: it stays. */
export type Next<Host, Pointer, Overlay = never> = ToolState<Host, Pointer, Overlay> | typeof DONE | undefined

/**
 * One state of a tool. Handlers are optional. In `exit`, which is called however the state ends, it removes everything
 * that it shows in addition to the document (cursor, gesture, preview).
 */
export interface ToolState<Host, Pointer, Overlay = never> {
  /** Tool and state, such as `select.moving`. */
  readonly name: string
  readonly cursor?: string
  enter?(host: Host): void
  exit?(host: Host): void
  pointerDown?(host: Host, pointer: Pointer): Next<Host, Pointer, Overlay>
  pointerMove?(host: Host, pointer: Pointer): Next<Host, Pointer, Overlay>
  pointerUp?(host: Host, pointer: Pointer): Next<Host, Pointer, Overlay>
  doubleClick?(host: Host, pointer: Pointer): Next<Host, Pointer, Overlay>
  pointerLeave?(host: Host): Next<Host, Pointer, Overlay>
  /** Enter. */
  complete?(host: Host): Next<Host, Pointer, Overlay>
  /** Escape. Without it a state ends, and a tool's first state ignores the key. */
  cancel?(host: Host): Next<Host, Pointer, Overlay>
  /** Backspace: undoes the last point. */
  stepBack?(host: Host): Next<Host, Pointer, Overlay>
  /** The shape in progress: a new object whenever a point was set or undone. */
  work?(): ShapeInWork | null
  /** Drawn over the document, but not part of it yet. */
  overlay?(host: Host): Overlay
}

export interface Tool<Host, Pointer, Overlay = never> extends ToolDeclaration {
  start(): ToolState<Host, Pointer, Overlay>
  /** Goes on with what it was drawing; null where that is not possible any more. */
  resume?(work: ShapeInWork, host: Host): ToolState<Host, Pointer, Overlay> | null
}
