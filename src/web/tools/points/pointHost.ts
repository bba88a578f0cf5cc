import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import type { Orbit } from '../../view3d/orbit.ts'
import type { ScreenPoint, ViewCamera } from '../../view3d/viewCamera.ts'
import type { Next, Tool, ToolState } from '../machine/tool.ts'

/** The large view of the scene; every other view is a camera's image, named by its sensor_id. */
export const MAIN_VIEW = 'main'

/** A pointer event of a view, without the page. CSS pixels of the view. */
export interface PointPointer extends ScreenPoint {
  view: string
  button: 'left' | 'middle' | 'right'
  shift: boolean
  ctrl: boolean
  alt: boolean
}

/** The current stroke, to be drawn over its view. */
export type PointGesture = { view: string; erases: boolean } & (
  | { kind: 'brush'; at: ScreenPoint; radiusPx: number }
  | { kind: 'path'; points: readonly ScreenPoint[]; isCornered: boolean }
  | { kind: 'rectangle'; from: ScreenPoint; to: ScreenPoint }
)

/** A stroke under way. Places are CSS pixels of its view. */
export interface StrokeSession {
  brush(from: ScreenPoint, to: ScreenPoint): void
  /** The whole current closed line. */
  outline(corners: readonly ScreenPoint[]): void
  /** Does what the stroke is for with the points that it found. */
  finish(): void
  drop(): void
}

export type PointCursor = 'default' | 'grabbing' | 'crosshair' | 'none' | 'move' | 'pointer'

/** What the tools of points may do and know; the mode implements it. Places in space are relative to the job's origin. */
export interface PointHost {
  readonly canEdit: boolean
  readonly activeTool: string
  readonly brushRadiusPx: number
  readonly orbit: Orbit
  /** The box to be assigned or cropped to, until that is done or it is dropped. */
  readonly box: Cuboid | null
  setBrushRadius(radiusPx: number): void
  setOrbit(orbit: Orbit): void
  /** null: an image, or nothing to show. */
  viewCameraOf(view: string): ViewCamera | null
  panImage(view: string, from: ScreenPoint, to: ScreenPoint): void
  zoomImage(view: string, at: ScreenPoint, factor: number): void
  setCursor(view: string, cursor: PointCursor): void
  setGesture(gesture: PointGesture | null): void
  beginStroke(view: string, erases: boolean): StrokeSession
  /** Chooses the entry under the pointer. `add`: in addition to the chosen ones. */
  choose(view: string, at: ScreenPoint, add: boolean): void
  hover(view: string, at: ScreenPoint | null): void
  /** Offers the surface around the point under the pointer. */
  growSurface(view: string, at: ScreenPoint): void
  /** The ground under the pointer in the large view. */
  groundUnder(viewCamera: ViewCamera, at: ScreenPoint): Vec3 | null
  setBox(box: Cuboid | null): void
  /** A box from a rectangle on the ground, corners in order: fitted to the points inside it, or unchanged as a crop. */
  boxAround(corners: readonly { x: number; y: number }[], groundZ: number): void
}

/** Below this way a press is a click. */
export const CLICK_PX = 4

export type PointState = ToolState<PointHost, PointPointer>
export type PointNext = Next<PointHost, PointPointer>
export type PointTool = Tool<PointHost, PointPointer>
