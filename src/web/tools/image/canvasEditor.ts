import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { GeometryKind } from '../../../model/annotationType.ts'
import { IMAGE_VIEW } from '../../../model/document/document.ts'
import { putTracks } from '../../../model/document/edits/wholeTracks.ts'
import { newTrack } from '../../../model/document/newTrack.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import { geometriesOf, openClasses, type TagClass } from '../../../model/tag.ts'
import type { EditorSession } from '../../document/session.ts'
import type { EditId } from '../../messages/message.ts'
import {
  type Camera2d,
  fitted,
  imageBounds,
  imageOf,
  pannedBy,
  screenFromImage,
  type ViewportSize,
  zoomedAt,
} from '../../view2d/camera2d.ts'
import { ShapeIndex, type ShownShape } from '../../view2d/shapeIndex.ts'
import { cornersOf } from '../../view2d/shapes/outline.ts'
import { boundsOfPoints, type PixelBounds, type PixelPoint } from '../../view2d/shapes/pixels.ts'
import { ToolMachine } from '../machine/toolMachine.ts'
import { CanvasPins } from './canvasPins.ts'
import type { ChosenVertex, ImageHost, ImageTool, Overlay, PointerInfo } from './imageHost.ts'
import { panning } from './pan/panTool.ts'

/** How near a pointer has to come, in screen pixels. */
export const HIT_TOLERANCE_PX = 6
const FIRST_BRUSH_RADIUS_PX = 12
const CLOSE_SCALE = 8

/** What a pointer event says before it is brought into the image. */
export type ScreenPointer = Omit<PointerInfo, 'at'>

/** An image with its tools: pointers in, operations out. Knows neither canvas nor page. */
export class CanvasEditor implements ImageHost {
  readonly session: EditorSession
  readonly shapes = new ShapeIndex()
  image: ImageSize
  viewport: ViewportSize = { widthPx: 1, heightPx: 1 }
  camera: Camera2d = { scale: 1, x: 0, y: 0 }
  /** Of brush and eraser, in pixels of the image. */
  brushRadiusPx = FIRST_BRUSH_RADIUS_PX
  /** What the pointer is over, for the scene to show. */
  hovered: string | null = null
  pointer: PointerInfo | null = null
  chosenVertex: ChosenVertex | null = null
  readonly newId: () => string
  readonly pins: CanvasPins
  /** Whether keys mean the image, and no control beside it. */
  hasFocus: () => boolean = () => true

  private readonly tools: readonly ImageTool[]
  private readonly machine: ToolMachine<ImageHost, PointerInfo, Overlay>
  private readonly listeners = new Set<() => void>()
  private shownFrame: number
  private shownClassId: string | null

  constructor(session: EditorSession, image: ImageSize, tools: readonly ImageTool[], newId: () => string) {
    this.session = session
    this.image = image
    this.newId = newId
    this.pins = new CanvasPins(this)
    this.tools = tools
    this.shownFrame = session.frame
    this.shownClassId = session.currentClassId
    this.machine = new ToolMachine<ImageHost, PointerInfo, Overlay>(this, tools, () => session.activeTool)
    this.syncShapes()
  }

  /** Offers its tools and follows the session until the answer is called. */
  attach(): () => void {
    this.session.setTools(this.tools)
    const leave = this.session.subscribe(() => this.sessionChanged())
    this.sessionChanged()
    return leave
  }

  /** Called when what is to be drawn may have changed. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Such as `select.idle`. */
  get stateName(): string {
    return this.machine.stateName
  }

  get cursor(): string {
    return this.pins.isPointing ? 'crosshair' : (this.machine.cursor ?? 'default')
  }

  get overlay(): Overlay {
    return Object.assign({}, ...this.machine.overlays())
  }

  /** Screen pixels as a length in the image. */
  imagePx(screenPx: number): number {
    return screenPx / this.camera.scale
  }

  get tolerancePx(): number {
    return this.imagePx(HIT_TOLERANCE_PX)
  }

  shapeAt(point: PixelPoint): ShownShape | null {
    return this.shapes.at(point, this.tolerancePx, this.image)[0] ?? null
  }

  /** The selected shapes that are there in this frame. */
  selectedShapes(): ShownShape[] {
    return [...this.session.selection].flatMap((id) => this.shapes.get(id) ?? [])
  }

  pointerDown(info: ScreenPointer): void {
    const pointer = this.located(info)
    if (pointer.button === 1) this.beginPan(pointer)
    else if (pointer.button !== 0 || this.machine.isSuspended || !this.pins.press(pointer)) {
      this.machine.pointerDown(pointer)
    }
    this.changed()
  }

  pointerMove(info: ScreenPointer): void {
    this.machine.pointerMove(this.located(info))
    this.changed()
  }

  pointerUp(info: ScreenPointer): void {
    this.machine.pointerUp(this.located(info))
    this.changed()
  }

  pointerLeave(): void {
    this.pointer = null
    this.hovered = null
    this.changed()
  }

  complete(): void {
    this.machine.complete()
    this.changed()
  }

  /** Escape: cancels what is under way; where nothing is, it clears the selection. */
  cancel(): void {
    const isCancelled = this.machine.cancel()
    if (!isCancelled && !this.chosenVertex) this.session.select([])
    if (!isCancelled) this.chosenVertex = null
    this.changed()
  }

  /** Cancels what is under way; unlike Escape it leaves the selection. */
  drop(): void {
    this.machine.drop()
    this.changed()
  }

  /** Whether something is under way that Enter finishes. Else the key is left to the control that has the focus. */
  get canComplete(): boolean {
    return this.machine.canComplete
  }

  /** Whether points are being set that can be taken back one by one. */
  get isDrawing(): boolean {
    return this.machine.canStepBack
  }

  /** Takes back the last point of what is being drawn; false when nothing is. */
  stepBack(): boolean {
    const did = this.machine.stepBack()
    if (did) this.changed()
    return did
  }

  /** The tool waits while the view is moved: from a pressed middle button, or (null) as long as Space is held. */
  beginPan(from: PointerInfo | null): void {
    this.machine.suspendFor(panning(from?.screen ?? null))
    this.changed()
  }

  endPan(): void {
    this.machine.resume()
    this.changed()
  }

  panBy(byPx: PixelPoint): void {
    this.camera = pannedBy(this.camera, byPx, this.image, this.viewport)
    this.changed()
  }

  zoomAt(screen: PixelPoint, factor: number): void {
    this.camera = zoomedAt(this.camera, screen, factor, this.image, this.viewport)
    this.changed()
  }

  zoomBy(factor: number): void {
    this.zoomAt({ x: this.viewport.widthPx / 2, y: this.viewport.heightPx / 2 }, factor)
  }

  fit(bounds: PixelBounds = imageBounds(this.image), maxScale?: number): void {
    this.camera = fitted(bounds, this.viewport, maxScale)
    this.changed()
  }

  /** The selection with room around it; nothing is enlarged beyond pixels that can be told apart. */
  fitSelection(): void {
    const bounds = boundsOfPoints(this.selectedShapes().flatMap((shown) => cornersOf(shown.bounds)))
    if (bounds.left > bounds.right) return
    const margin = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top, 8) / 2
    const { left, top, right, bottom } = bounds
    this.fit({ left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin }, CLOSE_SCALE)
  }

  /** Moves the view only when the place is not in it. */
  bringIntoView({ left, top, right, bottom }: PixelBounds): void {
    const center = screenFromImage({ x: (left + right) / 2, y: (top + bottom) / 2 }, this.camera)
    const { widthPx, heightPx } = this.viewport
    if (center.x >= 0 && center.y >= 0 && center.x <= widthPx && center.y <= heightPx) return
    this.panBy({ x: widthPx / 2 - center.x, y: heightPx / 2 - center.y })
  }

  /** The view was resized: its centre stays, and a whole image stays whole. */
  resize(viewport: ViewportSize): void {
    const isFitted = this.viewport.widthPx <= 1 || sameCamera(this.camera, this.fittedCamera())
    const dx = (viewport.widthPx - this.viewport.widthPx) / 2
    const dy = (viewport.heightPx - this.viewport.heightPx) / 2
    this.viewport = viewport
    // Nothing slips away under a hand that is just pulling it.
    if (this.pointer?.pressed) this.changed()
    else if (isFitted) this.fit()
    else this.panBy({ x: dx, y: dy })
  }

  /** Another image, as from frame to frame; the view stays where it is when the sizes agree. */
  setImage(image: ImageSize): void {
    if (image.widthPx === this.image.widthPx && image.heightPx === this.image.heightPx) return
    this.image = image
    this.syncShapes()
    this.fit()
  }

  /** The class for something new of this kind: the current one, else the first that may have this form. */
  classFor(kind: GeometryKind): TagClass | null {
    const { tag } = this.session.job
    const fits = openClasses(tag).filter((tagClass) => geometriesOf(tag, tagClass).includes(kind))
    return fits.find(({ classId }) => classId === this.session.currentClassId) ?? fits[0] ?? null
  }

  /** Makes an object of this shape and selects it. */
  create(label: EditId, shape: FlatShape): void {
    const tagClass = this.classFor(shape.type)
    if (!tagClass) return
    const { document, frame } = this.session
    const { annotationType } = document
    const first = { sensorId: IMAGE_VIEW, flat: shape }
    const track = newTrack({ id: this.newId(), annotationType, tagClass, frame, shape: first })
    if (this.session.execute(label, putTracks([track]))) this.session.selectDrawn(track.id)
  }

  /** States call it when their overlay changed without a transition. */
  changed(): void {
    for (const listener of this.listeners) listener()
  }

  private fittedCamera(): Camera2d {
    return fitted(imageBounds(this.image), this.viewport)
  }

  private located(info: ScreenPointer): PointerInfo {
    this.pointer = { ...info, at: imageOf(info.screen, this.camera) }
    return this.pointer
  }

  private syncShapes(): void {
    const { document, frame, concealed } = this.session
    this.shapes.sync(document, frame, this.image, concealed)
  }

  private sessionChanged(): void {
    const { frame } = this.session
    const isOtherFrame = frame !== this.shownFrame
    this.shownFrame = frame
    const isOtherTool = this.machine.follow()
    if (isOtherFrame && !isOtherTool) this.machine.drop()
    if (isOtherFrame || isOtherTool) this.offerClass()
    this.offerTool()
    const chosenShape = this.chosenVertex && this.shapes.get(this.chosenVertex.trackId)?.shape
    this.syncShapes()
    this.keepChosenVertex(chosenShape)
    this.pins.follow()
    this.changed()
  }

  /** Only as long as its shape is the same and selected alone. */
  private keepChosenVertex(before: FlatShape | null | undefined): void {
    const [selected, another] = this.selectedShapes()
    const isSame = before && !another && selected?.shape === before && this.session.activeTool === 'select'
    if (!isSame) this.chosenVertex = null
  }

  /** A class without the shape of the active tool activates a tool that makes one of its shapes. */
  private offerTool(): void {
    const { currentClassId, job, readOnly } = this.session
    if (currentClassId === this.shownClassId) return
    this.shownClassId = currentClassId
    const tagClass = job.tag.classes.find(({ classId }) => classId === currentClassId)
    const { tool, isIdle } = this.machine
    if (!tagClass || !tool.makes || !isIdle || readOnly) return
    const kinds = geometriesOf(job.tag, tagClass)
    if (kinds.includes(tool.makes)) return
    const fitting = this.tools.find(({ makes }) => makes && kinds.includes(makes))
    if (fitting) this.session.setTool(fitting.id)
  }

  /** A tool whose form the current class must not have brings a class along that may. */
  private offerClass(): void {
    const { makes } = this.machine.tool
    const made = makes && this.classFor(makes)
    if (made && made.classId !== this.session.currentClassId) this.session.setCurrentClass(made.classId)
  }
}

const sameCamera = (a: Camera2d, b: Camera2d) => a.scale === b.scale && a.x === b.x && a.y === b.y
