import Konva from 'konva/lib/Core.js'
import { openClasses, type TagClass } from '../../model/tag.ts'
import { INVISIBLE } from '../tokens.ts'
import type { CanvasEditor } from '../tools/image/canvasEditor.ts'
import { visibleBounds } from '../view2d/camera2d.ts'
import { paintPins } from '../view2d/placedPins.ts'
import type { ShownShape } from '../view2d/shapeIndex.ts'
import { drawOverlay } from './drawOverlay.ts'
import { drawShapes, type ShapeLook } from './drawShapes.ts'
import { drawTags } from './drawTags.ts'
import { PaintPicture } from './paintPicture.ts'
import { type Rgb, rgbOf } from './paintStyle.ts'
import { type Picture, pictureFilter } from './picture.ts'
import { uiScale } from './uiScale.ts'

/** With more in view, names would cover the image: only the selection and what is pointed at keeps them. */
const MAX_TAGS = 250

type Draw = (context: CanvasRenderingContext2D) => void

/**
 * One corner pixel of 1/255: it is invisible, and the canvas is not merely cleared. Chromium shows an older picture of a
 * canvas on which nothing was drawn since it was cleared, such as a box that has just left the view.
 */
function touch(context: CanvasRenderingContext2D): void {
  context.fillStyle = INVISIBLE
  context.fillRect(0, 0, 1, 1)
}

/** Everything of the base layers that decides what is drawn there: while it stays the same, nothing is redrawn. */
interface Drawn {
  camera: unknown
  document: unknown
  selection: unknown
  concealed: unknown
  view: unknown
  frame: number
  viewport: unknown
}

/**
 * Draws an editor: the image, all shapes but the selected ones, and the selection with its handles, each on its own
 * canvas, so that a drag draws only the last one. No node per shape: 5,000 shapes are a few paths.
 */
export class ImageScene {
  private readonly editor: CanvasEditor
  private readonly stage: Konva.Stage
  private readonly pictureLayer: Konva.Layer
  private readonly shapeLayer: Konva.Layer
  private readonly overlayLayer: Konva.Layer
  private readonly classes: ReadonlyMap<string, { name: string; colour: Rgb }>
  private picture: Picture | null = null
  private painted: PaintPicture | null = null
  private drawn: Drawn | null = null
  private scale = 1
  private readonly leave: () => void

  constructor(container: HTMLDivElement, editor: CanvasEditor) {
    this.editor = editor
    const { tag } = editor.session.job
    this.classes = new Map(
      tag.classes.map((tagClass: TagClass) => [
        tagClass.classId,
        { name: tagClass.name, colour: rgbOf(tagClass.color) },
      ]),
    )
    this.stage = new Konva.Stage({ container, width: container.clientWidth, height: container.clientHeight })
    this.pictureLayer = this.layerOf((context) => this.drawPicture(context))
    this.shapeLayer = this.layerOf((context) => this.drawBase(context))
    this.overlayLayer = this.layerOf((context) => this.drawAbove(context))
    this.leave = editor.subscribe(() => this.changed())
    this.resize()
  }

  dispose(): void {
    this.leave()
    this.stage.destroy()
  }

  setPicture(picture: Picture | null): void {
    this.picture = picture
    this.pictureLayer.batchDraw()
  }

  /** More of the same picture has arrived. */
  pictureChanged(): void {
    this.pictureLayer.batchDraw()
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.stage.container()
    if (clientWidth === 0 || clientHeight === 0) return
    this.stage.size({ width: clientWidth, height: clientHeight })
    this.scale = uiScale()
    this.editor.resize({ widthPx: clientWidth, heightPx: clientHeight })
  }

  private layerOf(draw: Draw): Konva.Layer {
    const layer = new Konva.Layer({ listening: false })
    const sceneFunc = ({ _context: context }: Konva.Context) => {
      touch(context)
      draw(context)
    }
    layer.add(new Konva.Shape({ listening: false, sceneFunc }))
    this.stage.add(layer)
    return layer
  }

  private changed(): void {
    const { camera, viewport, session } = this.editor
    const { document, selection, concealed, view, frame } = session
    const now: Drawn = { camera, document, selection, concealed, view, frame, viewport }
    const before = this.drawn
    this.drawn = now
    if (before?.camera !== camera || before.viewport !== viewport) this.pictureLayer.batchDraw()
    if (!before || (Object.keys(now) as (keyof Drawn)[]).some((part) => now[part] !== before[part])) {
      this.shapeLayer.batchDraw()
    }
    if (before?.view !== view) this.applyFilter()
    this.overlayLayer.batchDraw()
  }

  private applyFilter(): void {
    this.pictureLayer.getNativeCanvasElement().style.filter = pictureFilter(this.editor.session.view)
  }

  private get look(): ShapeLook {
    const { image, camera, session } = this.editor
    return { image, camera, fillOpacity: session.view.fillOpacity, colourOf: this.colourOf }
  }

  private readonly colourOf = (classId: string): Rgb => this.classes.get(classId)?.colour ?? rgbOf('')
  private readonly nameOf = (classId: string): string => this.classes.get(classId)?.name ?? '?'

  private drawPicture(context: CanvasRenderingContext2D): void {
    this.picture?.draw(context, this.editor.camera, this.editor.viewport, this.editor.image)
  }

  private drawBase(context: CanvasRenderingContext2D): void {
    const { session, shapes, camera, viewport } = this.editor
    const visible = shapes.search(visibleBounds(camera, viewport))
    const others = visible.filter(({ trackId }) => !session.selection.has(trackId))
    drawShapes(context, others, this.look)
    if (session.view.tags && visible.length <= MAX_TAGS) this.drawTags(context, others)
  }

  private drawTags(context: CanvasRenderingContext2D, shapes: readonly ShownShape[]): void {
    drawTags(context, shapes, this.editor.camera, this.nameOf, this.colourOf, this.scale)
  }

  private drawAbove(context: CanvasRenderingContext2D): void {
    const { editor } = this
    const current = this.currentColour()
    this.drawPaint(context, current)
    drawOverlay(context, editor, this.look, current, this.scale)
    const isDragging = editor.overlay.replaced !== undefined
    if (editor.session.view.tags && !isDragging) this.drawTags(context, this.emphasised())
    paintPins(context, editor.pins.placed(), editor.session.pins)
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

  private currentColour(): Rgb {
    const { job, currentClassId } = this.editor.session
    return this.colourOf(currentClassId ?? openClasses(job.tag)[0]?.classId ?? '')
  }
}
