import type { ShapeInWork } from '../../document/shapeInWork.ts'
import type { ToolDeclaration } from '../../document/toolDeclaration.ts'

/** The state is finished: back to the first state of its tool. */
export const DONE = 'done' as const

/** Where the machine goes next; undefined: it stays. */
export type Next<Host, Pointer, Overlay = never> = ToolState<Host, Pointer, Overlay> | typeof DONE | undefined

/**
 * One state of a tool. Handlers may leave out what does not concern them. Whatever a state shows beside the document
 * (cursor, gesture, preview) it takes away in `exit`, which is called however the state ends.
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
  /** Backspace: takes back the last point. */
  stepBack?(host: Host): Next<Host, Pointer, Overlay>
  /** What is being drawn point by point: another object whenever a point was set or taken back. */
  work?(): ShapeInWork | null
  /** What is drawn over the document. Nothing of it is in the document yet. */
  overlay?(host: Host): Overlay
}

export interface Tool<Host, Pointer, Overlay = never> extends ToolDeclaration {
  start(): ToolState<Host, Pointer, Overlay>
  /** Goes on with what it was drawing; null where that is not possible any more. */
  resume?(work: ShapeInWork, host: Host): ToolState<Host, Pointer, Overlay> | null
}
