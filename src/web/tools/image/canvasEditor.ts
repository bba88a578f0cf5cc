import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { GeometryKind } from '../../../model/annotationType.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import type { TagClass } from '../../../model/tag.ts'
import { Signal, watch } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import type { EditId } from '../../messages/message.ts'
import { type Camera2d, imageOf, type ViewportSize } from '../../view2d/camera2d.ts'
import { ShapeIndex, type ShownShape } from '../../view2d/shapeIndex.ts'
import { boundsAround } from '../../view2d/shapes/boundsAround.ts'
import type { PixelBounds, PixelPoint } from '../../view2d/shapes/pixels.ts'
import { DrawingHistory } from '../machine/drawingHistory.ts'
import { ToolMachine } from '../machine/toolMachine.ts'
import { CanvasPins } from './canvasPins.ts'
import { classForKind, classForTool, toolForClass } from './classChoice.ts'
import { createObject } from './createObject.ts'
import type { ChosenVertex, ImageHost, ImageTool, Overlay, PointerInfo } from './imageHost.ts'
import { ImageView } from './imageView.ts'
import { PictureEdges } from './livewire/pictureEdges.ts'
import { panning } from './pan/panning.ts'
import { PictureRegions } from './regions/pictureRegions.ts'

/** How near a pointer has to come, in screen pixels. */
export const HIT_TOLERANCE_PX = 6
const BRUSH_PX = { first: 12, min: 0.5, max: 500 }
const CLOSE_SCALE = 8

/** A pointer event before it is converted to the image. */
export type ScreenPointer = Omit<PointerInfo, 'at'>

/** An image with its tools: pointers in, operations out. Knows neither canvas nor page. */
export class CanvasEditor implements ImageHost {
  readonly session: EditorSession
  readonly shapes = new ShapeIndex()
  readonly newId: () => string
  readonly pins: CanvasPins
  readonly edges = new PictureEdges()
  readonly regions = new PictureRegions()
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  readonly redraw = this.#changes.emit
  readonly #tools: readonly ImageTool[]
  readonly #machine: ToolMachine<ImageHost, PointerInfo, Overlay>
  readonly #drawing: DrawingHistory<ImageHost, PointerInfo, Overlay>
  readonly #view: ImageView
  #brushRadiusPx = BRUSH_PX.first
  #hovered: string | null = null
  #pointer: PointerInfo | null = null
  #chosenVertex: ChosenVertex | null = null
  #hasFocus: () => boolean = () => true

  constructor(session: EditorSession, image: ImageSize, tools: readonly ImageTool[], newId: () => string) {
    this.session = session
    this.#view = new ImageView(image)
    this.newId = newId
    this.pins = new CanvasPins(this)
    this.#tools = tools
    this.#machine = new ToolMachine<ImageHost, PointerInfo, Overlay>(this, tools, () => session.activeTool)
    this.#drawing = new DrawingHistory(this.#machine, session)
    this.#syncShapes()
  }

  /** Offers its tools and follows the session until the answer is called. */
  attach(): () => void {
    const { session } = this
    session.setTools(this.#tools)
    const leaves = [
      session.inWork.use(this.#drawing),
      session.subscribe(() => this.#sessionChanged()),
      watch(
        session,
        ({ currentClassId }) => currentClassId,
        (classId) => this.#offerTool(classId),
      ),
      watch(
        session,
        ({ pins }) => pins.visited,
        (visited) => visited && this.pins.show(visited.place),
      ),
    ]
    this.#sessionChanged()
    return () => {
      for (const leave of leaves) leave()
    }
  }

  get image(): ImageSize {
    return this.#view.image
  }

  get viewport(): ViewportSize {
    return this.#view.viewport
  }

  get camera(): Camera2d {
    return this.#view.camera
  }

  get brushRadiusPx(): number {
    return this.#brushRadiusPx
  }

  get hovered(): string | null {
    return this.#hovered
  }

  get pointer(): PointerInfo | null {
    return this.#pointer
  }

  get chosenVertex(): ChosenVertex | null {
    return this.#chosenVertex
  }

  /** Whether keys apply to the image, and not to another control. */
  get hasFocus(): boolean {
    return this.#hasFocus()
  }

  /** The view says whether it has the focus. */
  setFocus(hasFocus: () => boolean): void {
    this.#hasFocus = hasFocus
  }

  hover(trackId: string | null): void {
    this.#hovered = trackId
  }

  chooseVertex(vertex: ChosenVertex | null): void {
    this.#chosenVertex = vertex
  }

  setBrushRadius(radiusPx: number): void {
    this.#brushRadiusPx = Math.min(BRUSH_PX.max, Math.max(BRUSH_PX.min, radiusPx))
    this.#changes.emit()
  }

  /** Such as `select.idle`. */
  get stateName(): string {
    return this.#machine.stateName
  }

  get cursor(): string {
    return this.pins.isPointing ? 'crosshair' : (this.#machine.cursor ?? 'default')
  }

  get overlay(): Overlay {
    return Object.assign({}, ...this.#machine.overlays())
  }

  imagePx(screenPx: number): number {
    return screenPx / this.camera.scale
  }

  get tolerancePx(): number {
    return this.imagePx(HIT_TOLERANCE_PX)
  }

  shapesAt(point: PixelPoint, tolerancePx = this.tolerancePx): ShownShape[] {
    const { locked } = this.session
    return this.shapes.at(point, tolerancePx, this.image).filter(({ trackId }) => !locked.has(trackId))
  }

  readonly shapeAt = (point: PixelPoint): ShownShape | null => this.shapesAt(point)[0] ?? null

  selectedShapes(): ShownShape[] {
    return [...this.session.selection].flatMap((id) => this.shapes.get(id) ?? [])
  }

  pointerDown(info: ScreenPointer): void {
    const pointer = this.#located(info)
    if (pointer.button === 1) this.beginPan(pointer)
    else if (pointer.button !== 0 || this.#machine.isSuspended || !this.pins.press(pointer)) {
      this.#machine.pointerDown(pointer)
    }
    this.#changes.emit()
  }

  pointerMove(info: ScreenPointer): void {
    this.#machine.pointerMove(this.#located(info))
    this.#changes.emit()
  }

  pointerUp(info: ScreenPointer): void {
    this.#machine.pointerUp(this.#located(info))
    this.#changes.emit()
  }

  pointerLeave(): void {
    this.#machine.pointerLeave()
    this.#pointer = null
    this.#hovered = null
    this.#changes.emit()
  }

  complete(): void {
    this.#machine.complete()
    this.#changes.emit()
  }

  /** Escape: cancels the current gesture; without one, it clears the selection. */
  cancel(): void {
    const isCancelled = this.#machine.cancel()
    if (!isCancelled && !this.#chosenVertex) this.session.select([])
    if (!isCancelled) this.#chosenVertex = null
    this.#changes.emit()
  }

  /** Ends the gesture that is under way; a shape in work and the selection stay. */
  drop(): void {
    if (this.#machine.work) return
    this.#machine.drop()
    this.#changes.emit()
  }

  /** Whether something is under way that Enter finishes. Else the key is left to the control that has the focus. */
  get canComplete(): boolean {
    return this.#machine.canComplete
  }

  /** Whether points are being set that can be undone one by one. */
  get isDrawing(): boolean {
    return this.#machine.canStepBack
  }

  /** Undoes the last point of the shape in progress. */
  stepBack(): void {
    if (this.#machine.stepBack()) this.#changes.emit()
  }

  /** The tool waits while the view is moved: from a pressed middle button, or (null) as long as Space is held. */
  beginPan(from: PointerInfo | null): void {
    this.#machine.suspendFor(panning(from?.screen ?? null))
    this.#changes.emit()
  }

  endPan(): void {
    this.#machine.resume()
    this.#changes.emit()
  }

  panBy(byPx: PixelPoint): void {
    this.#view.panBy(byPx)
    this.#changes.emit()
  }

  zoomAt(screen: PixelPoint, factor: number): void {
    this.#view.zoomAt(screen, factor)
    this.#changes.emit()
  }

  zoomBy(factor: number): void {
    this.#view.zoomBy(factor)
    this.#changes.emit()
  }

  turn(step: 1 | -1): void {
    this.#view.turn(step)
    this.#changes.emit()
  }

  fit(bounds?: PixelBounds, maxScale?: number): void {
    this.#view.fit(bounds, maxScale)
    this.#changes.emit()
  }

  /** The zoom is limited to distinguishable pixels. */
  fitSelection(): void {
    const bounds = boundsAround(this.selectedShapes())
    if (bounds) this.fit(bounds, CLOSE_SCALE)
  }

  bringIntoView(bounds: PixelBounds): void {
    this.#view.bringIntoView(bounds)
    this.#changes.emit()
  }

  resize(viewport: ViewportSize): void {
    this.#view.resize(viewport, this.#pointer?.pressed ?? false)
    this.#changes.emit()
  }

  /** Another image, as from frame to frame; the view stays where it is when the sizes agree. */
  setImage(image: ImageSize): void {
    if (!this.#view.setImage(image)) return
    this.#syncShapes()
    this.fit()
  }

  /** The class for a new object of this kind: the current one, otherwise the first that allows this form. */
  classFor(kind: GeometryKind): TagClass | null {
    const { job, currentClassId } = this.session
    return classForKind(job.tag, currentClassId, kind)
  }

  create(label: EditId, shape: FlatShape): void {
    createObject(this, label, shape)
  }

  #located(info: ScreenPointer): PointerInfo {
    this.#pointer = { ...info, at: imageOf(info.screen, this.camera) }
    return this.#pointer
  }

  #syncShapes(): void {
    const { document, frame, concealed } = this.session
    this.shapes.sync(document, frame, this.image, concealed)
  }

  #sessionChanged(): void {
    const { isOtherTool, isOtherFrame } = this.#drawing.follow()
    if (isOtherFrame || isOtherTool) this.#offerClass()
    const chosenShape = this.#chosenVertex && this.shapes.get(this.#chosenVertex.trackId)?.shape
    this.#syncShapes()
    this.#keepChosenVertex(chosenShape)
    this.#changes.emit()
  }

  /** Only while its shape is the same and selected alone. */
  #keepChosenVertex(before: FlatShape | null | undefined): void {
    const [selected, another] = this.selectedShapes()
    const isSame = before && !another && selected?.shape === before && this.session.activeTool === 'select'
    if (!isSame) this.#chosenVertex = null
  }

  /** A class without the shape of the active tool activates a tool that makes one of its shapes. */
  #offerTool(currentClassId: string | null): void {
    const { job, readOnly } = this.session
    const { tool, isIdle } = this.#machine
    const fitting = isIdle && !readOnly ? toolForClass(job.tag, currentClassId, tool, this.#tools) : null
    if (fitting) this.session.setTool(fitting.id)
  }

  /** A tool whose form the current class must not have brings a class along that may. */
  #offerClass(): void {
    const { job, currentClassId } = this.session
    const made = classForTool(job.tag, currentClassId, this.#machine.tool)
    if (made && made.classId !== currentClassId) this.session.setCurrentClass(made.classId)
  }
}
