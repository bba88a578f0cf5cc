import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import type { EditId } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { BoxViewName } from '../../view3d/boxView.ts'
import type { Orbit } from '../../view3d/orbit.ts'
import type { NamedCuboid } from '../../view3d/pickCuboid.ts'
import type { ScreenPoint, ViewCamera } from '../../view3d/viewCamera.ts'
import type { Next, Tool, ToolState } from '../machine/tool.ts'
import type { BoxHandle, BoxSide } from './boxHandle.ts'
import type { SolidHandle } from './solidHandle.ts'
import type { SpaceHost } from './space/spaceHost.ts'

/** The large view, or one of the small ones around the selected box. */
export type ViewName = 'main' | BoxViewName

/** A pointer event of a view, without the page. */
export interface ViewPointer extends ScreenPoint {
  view: ViewName
  button: 'left' | 'middle' | 'right'
  shift: boolean
  ctrl: boolean
  alt: boolean
}

export interface ViewWheel extends ScreenPoint {
  view: ViewName
  deltaY: number
}

interface FlatPoint {
  x: number
  y: number
}

/** How a person pointed at an object: all in coordinates relative to the job's origin. */
export type MakingGesture =
  | { kind: 'drag'; from: FlatPoint; to: FlatPoint }
  | { kind: 'click'; at: FlatPoint }
  | { kind: 'rectangle'; corners: FlatPoint[] }

/** What the tools of cuboids may do and know; the mode implements it. Coordinates are relative to the job's origin. */
export interface CuboidHost {
  readonly canEdit: boolean
  readonly activeTool: string
  readonly orbit: Orbit
  setOrbit(orbit: Orbit): void
  viewCameraOf(view: ViewName): ViewCamera | null
  /** Boxes of the shown frame that may be picked. */
  boxes(): readonly NamedCuboid[]
  /** The box that the small views show. */
  selectedBox(): NamedCuboid | null
  select(trackId: string | null, add: boolean): void
  hover(trackId: string | null): void
  /** Says at the pointer why an act changed nothing. */
  refuse(reason: Message): void
  /** Where the pointer meets the ground of the large view. */
  groundUnder(viewCamera: ViewCamera, at: ScreenPoint): Vec3 | null
  /** Shown instead of the document's box until it is placed or dropped (null). */
  preview(cuboid: Cuboid | null): void
  place(trackId: string, cuboid: Cuboid, label: EditId): void
  /** Shown during the gesture. */
  setGesture(gesture: MakingGesture | null, groundZ: number): void
  make(gesture: MakingGesture, groundZ: number): void
  /** Asks an assistant for the cuboid of the gesture. */
  askFit(gesture: MakingGesture, groundZ: number): void
  /** Shows what an assistant fits while the gesture is drawn; null: no longer. */
  previewFit(gesture: MakingGesture | null, groundZ: number): void
  /** Keeps the small views where they are while their box is dragged. */
  holdViews(hold: boolean): void
  zoomBoxViews(factor: number): void
  /** Shifts what a small view shows by pixels; null: the box is in its middle again. */
  slideBoxView(view: BoxViewName, by: ScreenPoint | null): void
  snapSide(trackId: string, side: BoxSide): void
  setCursor(view: ViewName, cursor: Cursor): void
  setHandle(handle: ShownHandle | null): void
  /** Polylines and key points. */
  readonly space: SpaceHost
}

/** What is pointed out: of the box in a small view, or of the solid in the large one. */
export type ShownHandle = { view: BoxViewName; handle: BoxHandle } | { view: 'main'; handle: SolidHandle }

export type Cursor =
  | 'default'
  | 'grab'
  | 'grabbing'
  | 'crosshair'
  | 'move'
  | 'pointer'
  | 'ew-resize'
  | 'ns-resize'
  | 'nesw-resize'
  | 'nwse-resize'

/** Below this way a press is a click. */
export const DRAG_PX = 4
/** What is drawn is a drag from here on. */
export const DRAWN_PX = 3

export type CuboidState = ToolState<CuboidHost, ViewPointer>
export type CuboidNext = Next<CuboidHost, ViewPointer>
export type CuboidTool = Tool<CuboidHost, ViewPointer>
