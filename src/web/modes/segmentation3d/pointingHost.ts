import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import type { LegendEntry } from '../../../model/document/document.ts'
import {
  MAIN_VIEW,
  type PointCursor,
  type PointGesture,
  type PointHost,
  type StrokeSession,
} from '../../tools/points/pointHost.ts'
import { type Orbit, orbitViewCamera } from '../../view3d/orbit.ts'
import { pickPoint } from '../../view3d/pickPoint.ts'
import type { ViewSize } from '../../view3d/viewCamera.ts'
import { meetPlaneZ, rayThrough, type ScreenPoint, type ViewCamera } from '../../view3d/viewCamera.ts'
import type { PaneElement } from '../sensors/pane.ts'
import { shownTest } from './cloudPoints.ts'
import type { ImageViews } from './imageViews.ts'
import type { LabelActions } from './labelActions.ts'
import type { LabelBox } from './labelBox.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelPlaces } from './labelPlaces.ts'
import type { LabelStrokes } from './labelStrokes.ts'
import { LEAST_BRUSH_PX, MOST_BRUSH_PX } from './labelView.ts'

const PICK_PX = 6

const NO_STROKE: StrokeSession = { brush: () => {}, outline: () => {}, finish: () => {}, drop: () => {} }

export interface HostParts {
  editor: LabelEditor
  strokes: LabelStrokes
  box: LabelBox
  places: LabelPlaces
  actions: LabelActions
  images: ImageViews
  /** Offers the surface around a point. */
  offerSurface(index: number): void
}

/** The host of the tools: views, strokes, box and choice of the segmentation mode. */
export class PointingHost implements PointHost {
  readonly #editor: LabelEditor
  readonly #strokes: LabelStrokes
  readonly #box: LabelBox
  readonly #places: LabelPlaces
  readonly #actions: LabelActions
  readonly #images: ImageViews
  readonly #offerSurface: HostParts['offerSurface']
  readonly #panes = new Map<string, { element: PaneElement; size: ViewSize }>()
  #hoverRequest = 0

  constructor(parts: HostParts) {
    const { editor, strokes, box, places, actions, images, offerSurface } = parts
    this.#editor = editor
    this.#strokes = strokes
    this.#box = box
    this.#places = places
    this.#actions = actions
    this.#images = images
    this.#offerSurface = offerSurface
  }

  setPane(view: string, element: PaneElement | null): void {
    if (!element) {
      this.#panes.delete(view)
      return
    }
    const { width: widthPx, height: heightPx } = element.getBoundingClientRect()
    this.#panes.set(view, { element, size: { widthPx, heightPx } })
    if (view === MAIN_VIEW) this.#editor.setMainSize({ widthPx, heightPx })
    else this.#editor.redraw()
  }

  get canEdit(): boolean {
    return this.#editor.canEdit
  }

  get activeTool(): string {
    return this.#editor.session.activeTool
  }

  get brushRadiusPx(): number {
    return this.#editor.view.brushRadiusPx
  }

  get orbit(): Orbit {
    return this.#editor.orbit
  }

  get box(): Cuboid | null {
    return this.activeTool === 'cuboid' ? this.#editor.box : null
  }

  setBrushRadius(radiusPx: number): void {
    const { gesture } = this.#editor
    const brushRadiusPx = Math.min(MOST_BRUSH_PX, Math.max(LEAST_BRUSH_PX, radiusPx))
    if (gesture?.kind === 'brush') this.#editor.setGesture({ ...gesture, radiusPx: brushRadiusPx })
    this.#editor.setView({ brushRadiusPx })
  }

  setOrbit(orbit: Orbit): void {
    this.#editor.setOrbit(orbit)
  }

  viewCameraOf(view: string): ViewCamera | null {
    const size = this.#panes.get(view)?.size
    if (view !== MAIN_VIEW || !size || size.widthPx < 2 || size.heightPx < 2) return null
    return orbitViewCamera(this.#editor.orbit, size)
  }

  panImage(view: string, from: ScreenPoint, to: ScreenPoint): void {
    this.#images.pan(view, from, to)
  }

  zoomImage(view: string, at: ScreenPoint, factor: number): void {
    this.#images.zoom(view, at, factor)
  }

  setCursor(view: string, cursor: PointCursor): void {
    const element = this.#panes.get(view)?.element ?? this.#images.elementOf(view)
    if (element) element.style.cursor = cursor
  }

  setGesture(gesture: PointGesture | null): void {
    const editor = this.#editor
    if (!gesture && !editor.gesture) return
    const views = [editor.gesture?.view, gesture?.view]
    editor.setGesture(gesture)
    for (const view of views) if (view !== undefined && view !== MAIN_VIEW) this.#images.draw(view)
  }

  beginStroke(view: string, erases: boolean): StrokeSession {
    const editor = this.#editor
    if (view !== MAIN_VIEW) return this.#images.beginStroke(view, erases) ?? NO_STROKE
    const viewCamera = this.viewCameraOf(view)
    const hand =
      viewCamera && this.#strokes.begin({ kind: 'view', viewCamera, pointSizePx: editor.view.sizePx }, erases)
    if (!hand) return NO_STROKE
    return { ...hand, brush: (from, to) => hand.brush(from, to, this.brushRadiusPx) }
  }

  choose(view: string, at: ScreenPoint, add: boolean): void {
    const editor = this.#editor
    const entry = this.entryUnder(view, at)
    if (!entry) {
      if (!add) editor.select([])
      return
    }
    const selected = new Set(add ? editor.selected : [])
    if (add && selected.has(entry.id)) selected.delete(entry.id)
    else selected.add(entry.id)
    this.#actions.choose(selected)
  }

  /** The owner of the point under the pointer; null: no point, or one without a label. */
  entryUnder(view: string, at: ScreenPoint): LegendEntry | null {
    const index = this.#indexAt(view, at)
    return index === null ? null : this.#entryAt(index)
  }

  /** Computed once before each refresh, since searching a million points takes time. */
  hover(view: string, at: ScreenPoint | null): void {
    cancelAnimationFrame(this.#hoverRequest)
    if (!at) {
      this.#setHovered(null)
      return
    }
    this.#hoverRequest = requestAnimationFrame(() => {
      const index = this.#indexAt(view, at)
      this.#setHovered(index === null ? null : { index, entry: this.#entryAt(index), view, ...at })
    })
  }

  /** The height of the point under the pointer; over bare background that of the ground as a whole. */
  groundUnder(viewCamera: ViewCamera, at: ScreenPoint): Vec3 | null {
    const { extent, clouds } = this.#editor
    const index = this.#indexAt(MAIN_VIEW, at)
    let groundZ = extent?.groundZ ?? 0
    if (index !== null) {
      const point = this.#places.pointAt(index)
      const around = clouds.pointsAround([0], point, 2)
      groundZ = point.z
      for (let i = 2; i < around.length; i += 3) groundZ = Math.min(groundZ, around[i])
    }
    return meetPlaneZ(rayThrough(viewCamera, at), groundZ)
  }

  growSurface(view: string, at: ScreenPoint): void {
    const index = this.#indexAt(view, at)
    if (index !== null) this.#offerSurface(index)
  }

  setBox(box: Cuboid | null): void {
    this.#box.set(box)
  }

  boxAround(corners: readonly { x: number; y: number }[], groundZ: number): void {
    if (this.activeTool === 'crop') this.#box.crop(corners, groundZ)
    else void this.#box.around(corners, groundZ)
  }

  /** The number of the shown point under the pointer. */
  #indexAt(view: string, at: ScreenPoint): number | null {
    if (view !== MAIN_VIEW) return this.#images.indexAt(view, at)
    const { cloud, session, legend, filters } = this.#editor
    const viewCamera = this.viewCameraOf(view)
    if (!cloud || !viewCamera || !session.labels) return null
    const accepts = shownTest(cloud, session.labels, legend, filters)
    const { positions } = cloud.chunk
    const pickable = { positions, relativeFromChunk: cloud.relativeFromChunk, accepts }
    return pickPoint(viewCamera, at, [pickable], PICK_PX)?.index ?? null
  }

  #entryAt(index: number): LegendEntry | null {
    const key = this.#editor.session.labels?.[index] ?? 0
    return this.#editor.legend.find(({ labelKey }) => labelKey === key && key !== 0) ?? null
  }

  #setHovered(hovered: LabelEditor['hovered']): void {
    if (!hovered && !this.#editor.hovered) return
    this.#editor.setHovered(hovered)
    this.#images.drawAll()
  }
}
