import type { ImageSize } from '../../formats/results/jobContext.ts'
import type { Skeleton } from '../../model/skeleton.ts'
import { openClasses, type TagClass } from '../../model/tag.ts'
import { objectName } from '../document/objectRows.ts'
import { watch } from '../document/observable.ts'
import { PICTURE_EDGE, TRANSPARENCY } from '../tokens.ts'
import type { CanvasEditor } from '../tools/image/canvasEditor.ts'
import { type Camera2d, type ViewportSize, visibleBounds } from '../view2d/camera2d.ts'
import { paintPins } from '../view2d/placedPins.ts'
import type { ShownShape } from '../view2d/shapeIndex.ts'
import type { PixelBounds } from '../view2d/shapes/pixels.ts'
import { turnedSize } from '../view2d/turned.ts'
import { CanvasLayer } from './canvasLayer.ts'
import { drawComparison } from './drawComparison.ts'
import { drawOverlay } from './drawOverlay.ts'
import { drawShapes, type ShapeLook } from './drawShapes.ts'
import { drawSuggestions } from './drawSuggestions.ts'
import { drawTags } from './drawTags.ts'
import { Minimap } from './minimap.ts'
import { PaintPicture } from './paintPicture.ts'
import { type Rgb, rgbOf } from './paintStyle.ts'
import { type Picture, pictureFilter } from './picture.ts'
import { uiScale } from './uiScale.ts'
import { upright } from './upright.ts'

const SQUARE_PX = 8

/** Draws below the picture: squares that show transparency, and a line around its edge. */
function drawGround(
  context: CanvasRenderingContext2D,
  { scale, x, y }: Camera2d,
  viewport: ViewportSize,
  { widthPx, heightPx }: ImageSize,
): void {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const right = Math.min(viewport.widthPx, x + widthPx * scale)
  const bottom = Math.min(viewport.heightPx, y + heightPx * scale)
  if (right <= left || bottom <= top) return
  context.fillStyle = TRANSPARENCY[0]
  context.fillRect(left, top, right - left, bottom - top)
  context.save()
  context.beginPath()
  context.rect(left, top, right - left, bottom - top)
  context.clip()
  context.fillStyle = TRANSPARENCY[1]
  for (let row = Math.floor(top / SQUARE_PX); row * SQUARE_PX < bottom; row++) {
    for (let column = Math.floor(left / SQUARE_PX); column * SQUARE_PX < right; column++) {
      if ((row + column) % 2 === 0) context.fillRect(column * SQUARE_PX, row * SQUARE_PX, SQUARE_PX, SQUARE_PX)
    }
  }
  context.restore()
  context.strokeStyle = PICTURE_EDGE
  context.lineWidth = 1
  context.strokeRect(x - 0.5, y - 0.5, widthPx * scale + 1, heightPx * scale + 1)
}

/** With more shapes in view, names would cover the image: only selected and hovered shapes have them. */
const MAX_TAGS = 250

/** The state that the layer below the selection depends on: while it is the same, that layer is not redrawn. */
function baseOf({ camera, viewport, session }: CanvasEditor) {
  const { document, selection, concealed, view, frame, suggestions, overlay } = session
  const { shown, previewed, current } = suggestions
  const compared = [overlay.shown, overlay.current, overlay.hidesWork]
  return { camera, viewport, document, selection, concealed, view, frame, shown, previewed, current, compared }
}

/**
 * Draws an editor: the image, all shapes but the selected ones, and the selection with its handles, each on its own
 * canvas, so that a drag draws only the last one. No node per shape: 5,000 shapes are a few paths.
 */
export class ImageScene {
  readonly editor: CanvasEditor
  private readonly view: HTMLElement
  /** Within the view, and turned in it. */
  private readonly container: HTMLElement
  private readonly groundLayer: CanvasLayer
  private readonly pictureLayer: CanvasLayer
  private readonly shapeLayer: CanvasLayer
  private readonly overlayLayer: CanvasLayer
  private readonly classes: ReadonlyMap<string, { skeleton: Skeleton | undefined; colour: Rgb }>
  private readonly minimap: Minimap
  private picture: Picture | null = null
  private painted: PaintPicture | null = null
  private scale = 1
  private drawRelations: typeof import('./drawRelations.ts').drawRelations | null = null
  private readonly leaves: readonly (() => void)[]

  constructor(view: HTMLElement, container: HTMLElement, editor: CanvasEditor, mapLabel: string) {
    this.editor = editor
    this.view = view
    const { tag } = editor.session.job
    this.classes = new Map(
      tag.classes.map((tagClass: TagClass) => [
        tagClass.classId,
        { skeleton: tagClass.skeleton, colour: rgbOf(tagClass.color) },
      ]),
    )
    this.container = container
    this.pictureLayer = new CanvasLayer(container, (context) => this.drawPicture(context))
    this.shapeLayer = new CanvasLayer(container, (context) => this.drawBase(context))
    this.overlayLayer = new CanvasLayer(container, (context) => this.drawAbove(context))
    container.style.isolation = 'isolate'
    this.groundLayer = new CanvasLayer(container, (context) => this.drawGround(context), true)
    this.minimap = new Minimap(container, editor, mapLabel, (context, camera, viewport) =>
      this.picture?.draw(context, camera, viewport, editor.image),
    )
    this.leaves = [
      watch(editor, ({ camera, viewport }) => ({ camera, viewport }), this.pictureLayer.invalidate),
      watch(editor, ({ camera, viewport }) => ({ camera, viewport }), this.groundLayer.invalidate),
      watch(editor, ({ camera, viewport, image }) => ({ camera, viewport, image }), this.minimap.followCamera),
      watch(editor, baseOf, this.shapeLayer.invalidate),
      watch(
        editor,
        ({ session }) => pictureFilter(session.view),
        (filter) => this.setFilter(filter),
      ),
      watch(
        editor,
        ({ camera }) => camera.turns,
        () => this.resize(),
      ),
      editor.subscribe(this.overlayLayer.invalidate),
    ]
    this.setFilter(pictureFilter(editor.session.view))
    this.resize()
    if (tag.relations) void this.loadRelations()
  }

  dispose(): void {
    for (const leave of this.leaves) leave()
    for (const layer of this.layers) layer.dispose()
    this.minimap.dispose()
  }

  setPicture(picture: Picture | null): void {
    this.picture = picture
    this.pictureChanged()
  }

  /** More of the same picture has arrived. */
  pictureChanged(): void {
    this.groundLayer.invalidate()
    this.pictureLayer.invalidate()
    this.minimap.pictureChanged()
  }

  /** This part of the picture at this size, in its own colours; null while there is no picture. */
  crop({ left, top, right }: PixelBounds, width: number, height: number): Promise<ImageBitmap> | null {
    const scale = width / (right - left)
    return this.drawn({ scale, x: -left * scale, y: -top * scale, turns: 0 }, width, height)
  }

  /** The whole picture at this size, which may change its proportions; null while there is none. */
  whole(width: number, height: number): Promise<ImageBitmap> | null {
    const { widthPx, heightPx } = this.editor.image
    const scale = Math.max(width / widthPx, height / heightPx)
    const drawn = this.drawn({ scale, x: 0, y: 0, turns: 0 }, Math.ceil(widthPx * scale), Math.ceil(heightPx * scale))
    return drawn?.then((bitmap) => resized(bitmap, width, height)) ?? null
  }

  private drawn(camera: Camera2d, width: number, height: number): Promise<ImageBitmap> | null {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')
    if (!context || !this.picture) return null
    this.picture.draw(context, camera, { widthPx: width, heightPx: height }, this.editor.image)
    return createImageBitmap(canvas)
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.view
    if (clientWidth === 0 || clientHeight === 0) return
    this.scale = uiScale()
    const { turns } = this.editor.camera
    const { widthPx, heightPx } = turnedSize({ widthPx: clientWidth, heightPx: clientHeight }, turns)
    Object.assign(this.container.style, {
      left: `${(clientWidth - widthPx) / 2}px`,
      top: `${(clientHeight - heightPx) / 2}px`,
      width: `${widthPx}px`,
      height: `${heightPx}px`,
      transform: turns === 0 ? '' : `rotate(${turns * 90}deg)`,
    })
    this.editor.resize({ widthPx, heightPx })
    for (const layer of this.layers) layer.resize(widthPx, heightPx)
  }

  private get layers(): readonly CanvasLayer[] {
    return [this.groundLayer, this.pictureLayer, this.shapeLayer, this.overlayLayer]
  }

  private async loadRelations(): Promise<void> {
    this.drawRelations = (await import('./drawRelations.ts')).drawRelations
    this.overlayLayer.invalidate()
  }

  private setFilter(filter: string): void {
    this.pictureLayer.filter = filter
    this.minimap.filter = filter
  }

  private get look(): ShapeLook {
    const { image, camera, session } = this.editor
    const { colourOf, skeletonOf } = this
    return { image, camera, fillOpacity: session.view.fillOpacity, colourOf, skeletonOf }
  }

  private readonly colourOf = (classId: string): Rgb => this.classes.get(classId)?.colour ?? rgbOf('')
  private readonly skeletonOf = (classId: string): Skeleton | undefined => this.classes.get(classId)?.skeleton
  private readonly nameOf = ({ trackId }: ShownShape): string => objectName(this.editor.session, trackId, '?') ?? ''

  private drawGround(context: CanvasRenderingContext2D): void {
    if (this.picture) drawGround(context, this.editor.camera, this.editor.viewport, this.editor.image)
  }

  private drawPicture(context: CanvasRenderingContext2D): void {
    this.picture?.draw(context, this.editor.camera, this.editor.viewport, this.editor.image)
  }

  private drawBase(context: CanvasRenderingContext2D): void {
    const { session, shapes, camera, viewport } = this.editor
    const visible = shapes.search(visibleBounds(camera, viewport))
    const others = visible.filter(({ trackId }) => !session.selection.has(trackId))
    if (!session.overlay.hidesWork) {
      drawShapes(context, others, this.look)
      if (session.view.tags && visible.length <= MAX_TAGS) this.drawTags(context, others)
    }
    drawComparison(context, session.overlay, session.frame, this.look, this.scale)
    drawSuggestions(context, session.suggestions, session.frame, this.look, this.scale)
  }

  private drawTags(context: CanvasRenderingContext2D, shapes: readonly ShownShape[]): void {
    const { image, camera } = this.editor
    drawTags(context, shapes, image, camera, this.nameOf, this.colourOf, this.scale)
  }

  private drawAbove(context: CanvasRenderingContext2D): void {
    const { editor } = this
    const current = { classId: this.currentClassId(), colour: this.colourOf(this.currentClassId()) }
    this.drawPaint(context, current.colour)
    drawOverlay(context, editor, this.look, current, this.scale)
    this.drawRelations?.(context, editor, this.scale)
    const isDragging = editor.overlay.replaced !== undefined
    if (editor.session.view.tags && !isDragging) this.drawTags(context, this.emphasised())
    for (const pin of editor.pins.placed()) {
      upright(context, pin, editor.camera.turns, () => paintPins(context, [pin], editor.session.pins))
    }
  }

  private emphasised(): ShownShape[] {
    const selected = this.editor.selectedShapes()
    const hovered = this.editor.hovered === null ? null : this.editor.shapes.get(this.editor.hovered)
    const shown = hovered && !selected.includes(hovered) ? [...selected, hovered] : selected
    return shown.length <= MAX_TAGS ? shown : []
  }

  private drawPaint(context: CanvasRenderingContext2D, current: Rgb): void {
    const stroke = this.editor.overlay.paint
    if (!stroke) {
      this.painted = null
      return
    }
    if (this.painted?.stroke !== stroke) {
      const track = stroke.trackId === null ? null : this.editor.session.document.tracks.get(stroke.trackId)
      this.painted = new PaintPicture(stroke, track ? this.colourOf(track.classId) : current)
    }
    this.painted.draw(context, this.editor.camera)
  }

  private currentClassId(): string {
    const { job, currentClassId } = this.editor.session
    return currentClassId ?? openClasses(job.tag)[0]?.classId ?? ''
  }
}

async function resized(bitmap: ImageBitmap, width: number, height: number): Promise<ImageBitmap> {
  if (bitmap.width === width && bitmap.height === height) return bitmap
  const made = await createImageBitmap(bitmap, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' })
  bitmap.close()
  return made
}
