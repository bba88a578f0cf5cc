import type { GeometryKind } from '../../../model/annotationType.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import type { PixelBounds, PixelPoint } from '../../view2d/shapes/pixels.ts'
import type { CanvasEditor } from './canvasEditor.ts'
import type { PixelGrid } from './mask/brush.ts'

/** A pointer event, in pixels of the image and of the screen. */
export interface PointerInfo {
  at: PixelPoint
  screen: PixelPoint
  /** 0 main, 1 middle, 2 secondary, as in PointerEvent.button. */
  button: number
  /** Whether a button is held down. */
  pressed: boolean
  shift: boolean
  ctrl: boolean
  alt: boolean
  /** 2 for the second press of a double click. */
  clickCount: number
}

/** The state has done its work: back to the tool's first one. */
export const DONE = 'done'
/** Where the machine goes next; undefined: it stays. */
export type Next = ToolState | typeof DONE | undefined

export interface PaintStroke {
  trackId: string | null
  grid: PixelGrid
  /** What was painted since the last call, in pixels of the image; null: nothing. Only that is drawn anew. */
  takeDirty(): PixelBounds | null
}

/** What a state draws over the document. Nothing of it is in the document yet. */
export interface Overlay {
  /** Shapes shown in place of those of their tracks, as while dragging. */
  replaced?: ReadonlyMap<string, FlatShape>
  /** Shapes that are being made. */
  added?: readonly FlatShape[]
  /** A path that is being drawn, and where the next point would be. */
  path?: { points: readonly PixelPoint[]; next: PixelPoint | null; closing: boolean }
  /** A box for selecting. */
  box?: PixelBounds
  /** Where a point sticks to another border. */
  snapped?: PixelPoint | null
  brush?: { at: PixelPoint; radiusPx: number; erases: boolean }
  /** A mask that is being painted, in place of that of `trackId` (null: a new one). */
  paint?: PaintStroke
}

/** One state of a tool. Whatever it leaves out does nothing. */
export interface ToolState {
  /** Such as `select.moving`. */
  readonly name: string
  readonly cursor?: string
  pointerDown?(editor: CanvasEditor, info: PointerInfo): Next
  pointerMove?(editor: CanvasEditor, info: PointerInfo): Next
  pointerUp?(editor: CanvasEditor, info: PointerInfo): Next
  /** Enter. */
  complete?(editor: CanvasEditor): Next
  /** Escape: leaves the document as it was before. */
  cancel?(editor: CanvasEditor): Next
  /** Backspace while drawing takes one point back. true when it did something. */
  stepBack?(editor: CanvasEditor): boolean
  overlay?(editor: CanvasEditor): Overlay
}

export interface Tool {
  name: string
  label: string
  icon: string
  key: string
  /** What it makes; null for tools that make nothing. */
  makes: GeometryKind | null
  start(): ToolState
}
