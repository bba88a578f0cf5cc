import { relativePose } from '../../../geometry/pose.ts'
import { identityQuaternion } from '../../../geometry/quaternion.ts'
import { msg } from '../../messages/message.ts'
import type { Projections } from '../../scene/cloud/projections.ts'
import type { StrokeSession } from '../../tools/points/pointHost.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { fittedImage, type ImagePlacement, imagePlace, viewPlace, zoomedImage } from '../../view3d/imagePlacement.ts'
import type { ScreenPoint } from '../../view3d/viewCamera.ts'
import { shownTest } from './cloudPoints.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelStrokes } from './labelStrokes.ts'

const PICK_PX = 7
/** A point farther than the nearest one under the pointer by more than this factor is behind it. */
const SAME_DEPTH = 1.15

/** The part of a page's element that is used here. */
interface ImageElement {
  readonly clientWidth: number
  readonly clientHeight: number
  readonly style: { cursor: string }
}

interface ImageView {
  source: CameraSource
  element: ImageElement
  placement: ImagePlacement
  draw(): void
}

/** Images of cameras that are shown now: their placement in their views, and strokes and picks over them. */
export class ImageViews {
  readonly #editor: LabelEditor
  readonly #strokes: LabelStrokes
  readonly #projections: Projections
  readonly #views = new Map<string, ImageView>()

  constructor(editor: LabelEditor, strokes: LabelStrokes, projections: Projections) {
    this.#editor = editor
    this.#strokes = strokes
    this.#projections = projections
  }

  /** The answer takes it away again. */
  attach(source: CameraSource, element: ImageElement, draw: () => void): () => void {
    const view = { source, element, draw, placement: fittedImage(source.size, sizeOf(element)) }
    this.#views.set(source.sensorId, view)
    return () => {
      if (this.#views.get(source.sensorId) === view) this.#views.delete(source.sensorId)
    }
  }

  /** Fitted again: the size of the view changed. */
  fit(sensorId: string): void {
    const view = this.#views.get(sensorId)
    if (view) view.placement = fittedImage(view.source.size, sizeOf(view.element))
  }

  placementOf(sensorId: string): ImagePlacement | null {
    return this.#views.get(sensorId)?.placement ?? null
  }

  elementOf(sensorId: string): ImageElement | null {
    return this.#views.get(sensorId)?.element ?? null
  }

  draw(sensorId: string): void {
    this.#views.get(sensorId)?.draw()
  }

  drawAll(): void {
    for (const { draw } of this.#views.values()) draw()
  }

  pan(sensorId: string, from: ScreenPoint, to: ScreenPoint): void {
    const view = this.#views.get(sensorId)
    if (!view) return
    const { placement } = view
    view.placement = {
      ...placement,
      left: placement.left + to.x - from.x,
      top: placement.top + to.y - from.y,
    }
    view.draw()
  }

  zoom(sensorId: string, at: ScreenPoint, factor: number): void {
    const view = this.#views.get(sensorId)
    if (!view) return
    const fit = fittedImage(view.source.size, sizeOf(view.element))
    const zoomed = zoomedImage(view.placement, at, factor, fit.scale)
    view.placement = zoomed.scale <= fit.scale ? fit : zoomed
    view.draw()
  }

  /** null: the camera cannot be projected into. */
  beginStroke(sensorId: string, erases: boolean): StrokeSession | null {
    const view = this.#views.get(sensorId)
    const camera = view?.source.camera
    if (!view || !camera) {
      this.#editor.tell(msg('seg.noIntrinsicsCamera'))
      return null
    }
    const { source, placement } = view
    const commonFromRelative = { position: this.#editor.job.originM, heading: identityQuaternion }
    const hand = this.#strokes.begin(
      {
        kind: 'image',
        intrinsics: camera.intrinsics,
        cameraFromRelative: relativePose(camera.commonFromCamera, commonFromRelative),
        widthPx: source.size.width,
        heightPx: source.size.height,
      },
      erases,
    )
    const place = (at: ScreenPoint): ScreenPoint => {
      const { u, v } = imagePlace(placement, at)
      return { x: u, y: v }
    }
    const radiusPx = this.#editor.view.brushRadiusPx / placement.scale
    return (
      hand && {
        ...hand,
        brush: (from, to) => hand.brush(place(from), place(to), radiusPx),
        outline: (corners) => hand.outline(corners.map(place)),
      }
    )
  }

  /** The index of the shown point under the pointer: the best match among those that nothing hides. */
  indexAt(sensorId: string, at: ScreenPoint): number | null {
    const view = this.#views.get(sensorId)
    const { cloud, session, legend, filters } = this.#editor
    const points = view && this.#projections.get(0, view.source)
    const indices = view && this.#projections.indicesOf(view.source)
    if (!view || !points || !indices || !cloud || !session.labels) return null
    const accepts = shownTest(cloud, session.labels, legend, filters)
    const near: { index: number; px: number; depthM: number }[] = []
    for (let i = 0; i < indices.length; i++) {
      const { x, y } = viewPlace(view.placement, { u: points[3 * i], v: points[3 * i + 1] })
      const px = Math.hypot(x - at.x, y - at.y)
      if (px <= PICK_PX && accepts(indices[i])) near.push({ index: indices[i], px, depthM: points[3 * i + 2] })
    }
    const nearestM = Math.min(...near.map(({ depthM }) => depthM))
    const seen = near.filter(({ depthM }) => depthM <= nearestM * SAME_DEPTH).sort((a, b) => a.px - b.px)
    return seen[0]?.index ?? null
  }
}

const sizeOf = ({ clientWidth, clientHeight }: ImageElement) => ({ widthPx: clientWidth, heightPx: clientHeight })
