import type { Rectangle } from '../../../../model/document/shape.ts'
import type { ScreenPoint } from '../../../view3d/viewCamera.ts'
import type { Tool, ToolState } from '../../machine/tool.ts'
import type { RectangleGrip } from '../rectangleGrip.ts'

/** A pointer event of a camera's image, in pixels of the view. */
export interface CameraPointer extends ScreenPoint {
  button: 'left' | 'middle' | 'right'
}

/** Shown instead of the document's box until the gesture ends. `trackId` null: of a new object. */
export interface CameraDraft {
  trackId: string | null
  rectangle: Rectangle
}

/** A part of the selected object's box that a press takes. */
export interface HeldRectangle {
  trackId: string
  rectangle: Rectangle
  grip: RectangleGrip
}

/** What the tools of a camera's image may do and know; the mode implements it. Rectangles are shares of the image. */
export interface CameraHost {
  readonly canEdit: boolean
  /** In shares of the image: 0, 0 is its top left corner and 1, 1 its bottom right one. */
  imageShareAt(at: ScreenPoint): ScreenPoint
  gripAt(at: ScreenPoint): HeldRectangle | null
  panBy(byPx: ScreenPoint): void
  /** Selects the smallest object drawn there. */
  selectAt(at: ScreenPoint): void
  adjust(trackId: string, rectangle: Rectangle): void
  create(rectangle: Rectangle): void
  /** The point of the selected polyline or key points that a press takes. */
  vertexAt(at: ScreenPoint): HeldCameraVertex | null
  /** Shows the point there until it is placed or dropped (null). */
  dragVertex(vertex: HeldCameraVertex, at: ScreenPoint | null): void
  placeVertex(vertex: HeldCameraVertex, at: ScreenPoint): void
}

export interface HeldCameraVertex {
  trackId: string
  index: number
}

export type CameraToolState = ToolState<CameraHost, CameraPointer, CameraDraft | null>
export type CameraTool = Tool<CameraHost, CameraPointer, CameraDraft | null>
