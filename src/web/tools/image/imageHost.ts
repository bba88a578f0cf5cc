import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { GeometryKind } from '../../../model/annotationType.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import type { TagClass } from '../../../model/tag.ts'
import type { EditorSession } from '../../document/session.ts'
import type { EditId } from '../../messages/message.ts'
import type { Camera2d, ViewportSize } from '../../view2d/camera2d.ts'
import type { ShapeIndex, ShownShape } from '../../view2d/shapeIndex.ts'
import type { PixelBounds, PixelPoint } from '../../view2d/shapes/pixels.ts'
import type { Next, Tool, ToolState } from '../machine/tool.ts'
import type { EdgeFinder } from './livewire/edgeFinder.ts'
import type { PixelGrid } from './mask/brush.ts'
import type { PictureRegions } from './regions/pictureRegions.ts'
import type { AreaStroke, PieceBorders } from './regions/regionFinder.ts'

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

export interface PaintStroke {
  trackId: string | null
  grid: PixelGrid
  /** The area painted since the last call, in pixels of the image; null: none. Only that is redrawn. */
  takeDirty(): PixelBounds | null
}

/** A state's drawing over the document, which is not part of it yet. */
export interface Overlay {
  /** Shapes that replace those of their tracks, as while dragging. */
  replaced?: ReadonlyMap<string, FlatShape>
  /** Where lines over the whole view meet, so that edges can be lined up before the press. */
  crosshair?: PixelPoint
  /** Borders of the selectable pieces. */
  borders?: PieceBorders
  /** Shapes that are being made. */
  added?: readonly FlatShape[]
  /** A path that is being drawn, and where the next point would be. */
  path?: { points: readonly PixelPoint[]; next: PixelPoint | null; closing: boolean }
  /** A line along edges that is being drawn, and the places that were clicked. */
  wire?: { path: readonly PixelPoint[]; clicks: readonly PixelPoint[] }
  /** A box for selecting. */
  box?: PixelBounds
  /** Where a point snaps to another border. */
  snapped?: PixelPoint | null
  /** A word next to the pointer: what the next click sets. */
  hint?: { at: PixelPoint; text: string }
  /** Prompts for an assistant: on the object, or outside it. */
  prompts?: readonly { at: PixelPoint; positive: boolean }[]
  /** Lines drawn over what belongs to the object that is being found, and over what does not. */
  strokes?: readonly AreaStroke[]
  brush?: { at: PixelPoint; radiusPx: number; erases: boolean }
  /** A mask that is being painted, instead of that of `trackId` (null: a new one). */
  paint?: PaintStroke
}

/** The chosen point of a shape: Delete removes it instead of the whole object. */
export interface ChosenVertex {
  trackId: string
  ring: number
  index: number
}

/** The host of the image tools; CanvasEditor implements it. */
export interface ImageHost {
  readonly session: EditorSession
  readonly shapes: ShapeIndex
  readonly image: ImageSize
  readonly camera: Camera2d
  readonly edges: EdgeFinder
  readonly regions: PictureRegions
  readonly viewport: ViewportSize
  /** The radius of brush and eraser, in pixels of the image. */
  readonly brushRadiusPx: number
  /** The object that the pointer is over. */
  readonly hovered: string | null
  hover(trackId: string | null): void
  /** The point that was clicked last; null: none. */
  readonly chosenVertex: ChosenVertex | null
  chooseVertex(vertex: ChosenVertex | null): void
  readonly newId: () => string
  /** Screen pixels as a length in the image. */
  imagePx(screenPx: number): number
  /** How near a pointer has to come, in pixels of the image. */
  readonly tolerancePx: number
  /** Those at a point that may be taken hold of, the nearest first: locked ones may not. */
  shapesAt(point: PixelPoint, tolerancePx?: number): ShownShape[]
  shapeAt(point: PixelPoint): ShownShape | null
  /** The selected shapes that are there in this frame. */
  selectedShapes(): ShownShape[]
  /** The class for something new of this kind. */
  classFor(kind: GeometryKind): TagClass | null
  /** Makes an object of this shape and selects it. */
  create(label: EditId, shape: FlatShape): void
  panBy(byPx: PixelPoint): void
  /** Something that states show changed without an event. */
  redraw(): void
  bringIntoView(bounds: PixelBounds): void
}

export type ImageToolState = ToolState<ImageHost, PointerInfo, Overlay>
export type ImageNext = Next<ImageHost, PointerInfo, Overlay>
export type ImageTool = Tool<ImageHost, PointerInfo, Overlay>
