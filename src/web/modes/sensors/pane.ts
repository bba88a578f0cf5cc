import type { ScreenPoint, ViewCamera } from '../../view3d/viewCamera.ts'

/** A pointer event of a view, without the page. */
export interface PanePointer<View extends string> extends ScreenPoint {
  view: View
  button: 'left' | 'middle' | 'right'
  shift: boolean
  ctrl: boolean
  alt: boolean
}

/** The part of a page's element that the hosts of tools use. */
export interface PaneElement {
  getBoundingClientRect(): { width: number; height: number }
  readonly style: { cursor: string }
}

/** The elements of a mode's views, and their cameras. */
export interface PaneHost<View extends string> {
  /** null: removed from the page. */
  setPane(view: View, element: PaneElement | null): void
  /** null: nothing to show now. */
  viewCameraOf(view: View): ViewCamera | null
}

/** A mode's handlers for pointers. */
export interface PaneTool<View extends string> {
  pointerDown(pointer: PanePointer<View>): void
  pointerMove(pointer: PanePointer<View>): void
  pointerUp(pointer: PanePointer<View>): void
  doubleClick(pointer: PanePointer<View>): void
  wheel(wheel: ScreenPoint & { view: View; deltaY: number; shift?: boolean }): void
  /** The pointer is no longer over the view. */
  pointerLeave?(view: View): void
  /** Escape, a lost pointer: the gesture is dropped. */
  cancel(): void
}
