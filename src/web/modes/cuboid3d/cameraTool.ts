import { type CameraPixel, normalizeImagePoint } from '../../../geometry/camera.ts'
import { adjustedBox } from '../../../model/document/edits/linkBox.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import { newTrack } from '../../../model/document/newTrack.ts'
import type { Rectangle } from '../../../model/document/shape.ts'
import {
  grippedRectangle,
  type RectangleGrip,
  rectangleGripAt,
  unitRectangleBetween,
} from '../../tools/cuboid/rectangleGrip.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { type ImagePlacement, imagePlace, viewPlace } from '../../view3d/imagePlacement.ts'
import type { ScreenPoint } from '../../view3d/viewCamera.ts'
import type { CameraBoxes } from './cameraBoxes.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import { rectangleInView } from './paintCamera.ts'

/** What is under way in a camera's view. */
type Doing =
  | { kind: 'panning'; last: ScreenPoint; start: ScreenPoint }
  | { kind: 'gripping'; trackId: string; rectangle: Rectangle; grip: RectangleGrip; from: ScreenPoint }
  | { kind: 'drawing'; from: ScreenPoint }

const CLICK_PX = 4
const LEAST_SIDE = 0.002
export const NEW_RECTANGLE = ''

/** Pointers over a camera's image: pan, select, adjust linked boxes, draw boxes of what only the camera sees. */
export class CameraTool {
  draft: { trackId: string; rectangle: Rectangle } | null = null
  readonly #editor: CuboidEditor
  readonly #boxes: CameraBoxes
  #doing: Doing | null = null

  constructor(editor: CuboidEditor, boxes: CameraBoxes) {
    this.#editor = editor
    this.#boxes = boxes
  }

  down(source: CameraSource, placement: ImagePlacement, at: ScreenPoint, isLeft: boolean): void {
    const grip = isLeft ? this.#gripUnder(source, placement, at) : null
    const from = normalizedAt(source, placement, at)
    if (grip) this.#doing = { kind: 'gripping', ...grip, from }
    else if (isLeft && this.#editor.session.activeTool === 'camera' && this.#canEdit(source)) {
      this.#doing = { kind: 'drawing', from }
    } else this.#doing = { kind: 'panning', last: at, start: at }
  }

  /** The placement after the move. */
  move(source: CameraSource, placement: ImagePlacement, at: ScreenPoint): ImagePlacement {
    const doing = this.#doing
    if (!doing) return placement
    if (doing.kind === 'panning') {
      const moved = {
        ...placement,
        left: placement.left + at.x - doing.last.x,
        top: placement.top + at.y - doing.last.y,
      }
      this.#doing = { ...doing, last: at }
      return moved
    }
    const to = normalizedAt(source, placement, at)
    if (doing.kind === 'drawing')
      this.draft = { trackId: NEW_RECTANGLE, rectangle: unitRectangleBetween(doing.from, to) }
    else {
      const { trackId, rectangle, grip, from } = doing
      this.draft = { trackId, rectangle: grippedRectangle(rectangle, grip, to.x - from.x, to.y - from.y) }
    }
    return placement
  }

  up(source: CameraSource, placement: ImagePlacement, at: ScreenPoint): void {
    const doing = this.#doing
    const { draft } = this
    this.cancel()
    if (doing?.kind === 'panning') {
      if (Math.hypot(at.x - doing.start.x, at.y - doing.start.y) < CLICK_PX) this.#selectUnder(source, placement, at)
      return
    }
    if (!doing || !draft) return
    const { rectangle } = draft
    if (rectangle.right - rectangle.left < LEAST_SIDE || rectangle.bottom - rectangle.top < LEAST_SIDE) return
    if (doing.kind === 'drawing') this.#create(source, rectangle)
    else {
      const { frame } = this.#editor
      this.#editor.edit(doing.trackId, 'edit.adjustBox', (track) =>
        adjustedBox(track, source.sensorId, frame, rectangle),
      )
    }
  }

  cancel(): void {
    this.#doing = null
    this.draft = null
  }

  #canEdit({ sensorId }: CameraSource): boolean {
    return !this.#editor.session.readOnly && this.#editor.isEditable(sensorId)
  }

  #gripUnder(source: CameraSource, placement: ImagePlacement, at: ScreenPoint) {
    if (!this.#canEdit(source)) return null
    const selected = this.#editor.selectedId
    const shown = this.#boxes.rectanglesOf(source).find(({ trackId }) => trackId === selected)
    if (!shown?.rectangle) return null
    const grip = rectangleGripAt(rectangleInView(source, placement, shown.rectangle), at)
    return grip && { trackId: shown.trackId, rectangle: shown.rectangle, grip }
  }

  #create(source: CameraSource, rectangle: Rectangle): void {
    const { session, frame } = this.#editor
    const tagClass = this.#editor.currentClass
    if (!tagClass) return
    const { annotationType } = session.document
    const shape = { sensorId: source.sensorId, flat: rectangle }
    const track = newTrack({ id: crypto.randomUUID(), annotationType, tagClass, frame, shape })
    session.execute('edit.addCameraBox', changesBetween(null, track))
    session.selectDrawn(track.id)
  }

  /** The smallest of what is drawn under the pointer: rectangles, and outlines of cuboids. */
  #selectUnder(source: CameraSource, placement: ImagePlacement, at: ScreenPoint): void {
    let best: string | null = null
    let bestArea = Number.POSITIVE_INFINITY
    const offer = (trackId: string, { left, top, right, bottom }: ReturnType<typeof rectangleInView>) => {
      const isUnder = at.x >= left - 4 && at.x <= right + 4 && at.y >= top - 4 && at.y <= bottom + 4
      const area = (right - left) * (bottom - top)
      if (!isUnder || area >= bestArea) return
      best = trackId
      bestArea = area
    }
    for (const { trackId, rectangle } of this.#boxes.rectanglesOf(source)) {
      if (rectangle) offer(trackId, rectangleInView(source, placement, rectangle))
    }
    for (const box of this.#editor.boxesAt(this.#editor.frame)) {
      const points = this.#boxes.edgesOf(box, source).flatMap((edge) => edge.points)
      if (points.length > 0) offer(box.trackId, boundsInView(placement, points))
    }
    this.#editor.session.select(best === null ? [] : [best])
  }
}

function boundsInView(placement: ImagePlacement, points: readonly CameraPixel[]) {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const point of points) {
    const { x, y } = viewPlace(placement, point)
    bounds.left = Math.min(bounds.left, x)
    bounds.right = Math.max(bounds.right, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.bottom = Math.max(bounds.bottom, y)
  }
  return bounds
}

const normalizedAt = ({ size }: CameraSource, placement: ImagePlacement, at: ScreenPoint): ScreenPoint =>
  normalizeImagePoint(imagePlace(placement, at), size)
