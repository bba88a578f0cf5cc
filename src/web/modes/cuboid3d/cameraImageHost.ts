import { type CameraPixel, normalizeImagePoint } from '../../../geometry/camera.ts'
import { adjustedBox } from '../../../model/document/edits/linkBox.ts'
import { changesBetween } from '../../../model/document/edits/trackChange.ts'
import { newTrack } from '../../../model/document/newTrack.ts'
import type { Rectangle } from '../../../model/document/shape.ts'
import type { CameraHost, HeldCameraVertex, HeldRectangle } from '../../tools/cuboid/camera/cameraHost.ts'
import { rectangleGripAt } from '../../tools/cuboid/rectangleGrip.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { fittedImage, type ImagePlacement, imagePlace, viewPlace, zoomedImage } from '../../view3d/imagePlacement.ts'
import type { ScreenPoint, ViewSize } from '../../view3d/viewCamera.ts'
import type { CameraBoxes } from './cameraBoxes.ts'
import type { CameraSpaces } from './cameraSpaces.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { rectangleInView } from './paintCamera.ts'
import type { SpaceObjects } from './spaceObjects.ts'

const REACH_PX = 4

type CameraScene = Pick<CuboidScene, 'editor' | 'cameraBoxes' | 'cameraSpaces' | 'spaces'>

/** One camera's image in its view: where it is placed, and what its tools do to the document. */
export class CameraImageHost implements CameraHost {
  readonly #editor: CuboidEditor
  readonly #boxes: CameraBoxes
  readonly #cameraSpaces: CameraSpaces
  readonly #spaces: SpaceObjects
  #source: CameraSource
  #placement: ImagePlacement | null = null

  constructor({ editor, cameraBoxes, cameraSpaces, spaces }: CameraScene, source: CameraSource) {
    this.#editor = editor
    this.#boxes = cameraBoxes
    this.#cameraSpaces = cameraSpaces
    this.#spaces = spaces
    this.#source = source
  }

  get source(): CameraSource {
    return this.#source
  }

  /** null until the view has a size. */
  get placement(): ImagePlacement | null {
    return this.#placement
  }

  /** Another camera is another image; another frame of the same camera keeps the zoom. */
  show(source: CameraSource): void {
    if (source.sensorId !== this.#source.sensorId) this.#placement = null
    this.#source = source
  }

  /** The whole image in a view of this size. */
  fit(size: ViewSize): ImagePlacement {
    this.#placement = fittedImage(this.#source.size, size)
    return this.#placement
  }

  zoom(at: ScreenPoint, factor: number, size: ViewSize): void {
    if (!this.#placement) return
    const fitted = fittedImage(this.#source.size, size)
    const zoomed = zoomedImage(this.#placement, at, factor, fitted.scale)
    this.#placement = zoomed.scale <= fitted.scale ? fitted : zoomed
  }

  /** Brings a place of the image into the middle of the view unless it is seen already. */
  centre(place: CameraPixel, { widthPx, heightPx }: ViewSize): void {
    if (!this.#placement) return
    const at = viewPlace(this.#placement, place)
    const isSeen = at.x >= 0 && at.y >= 0 && at.x <= widthPx && at.y <= heightPx
    if (!isSeen) this.panBy({ x: widthPx / 2 - at.x, y: heightPx / 2 - at.y })
  }

  get canEdit(): boolean {
    return !this.#editor.session.readOnly && this.#editor.isEditable(this.#source.sensorId)
  }

  imageShareAt(at: ScreenPoint): ScreenPoint {
    return this.#placement ? normalizeImagePoint(imagePlace(this.#placement, at), this.#source.size) : at
  }

  panBy({ x, y }: ScreenPoint): void {
    const held = this.#placement
    if (held) this.#placement = { ...held, left: held.left + x, top: held.top + y }
  }

  gripAt(at: ScreenPoint): HeldRectangle | null {
    if (!this.canEdit || !this.#placement) return null
    const selected = this.#editor.selectedId
    const shown = this.#boxes.rectanglesOf(this.#source).find(({ trackId }) => trackId === selected)
    if (!shown?.rectangle) return null
    const grip = rectangleGripAt(rectangleInView(this.#source, this.#placement, shown.rectangle), at)
    return grip && { trackId: shown.trackId, rectangle: shown.rectangle, grip }
  }

  adjust(trackId: string, rectangle: Rectangle): void {
    const { frame } = this.#editor
    const { sensorId } = this.#source
    this.#editor.edit(trackId, 'edit.adjustBox', (track) => adjustedBox(track, sensorId, frame, rectangle))
  }

  create(rectangle: Rectangle): void {
    const { session, frame } = this.#editor
    const tagClass = this.#editor.classFor('rectangle')
    if (!tagClass) return
    const { annotationType } = session.document
    const shape = { sensorId: this.#source.sensorId, flat: rectangle }
    const track = newTrack({ id: crypto.randomUUID(), annotationType, tagClass, frame, shape })
    session.execute('edit.addCameraBox', changesBetween(null, track))
    session.selectDrawn(track.id)
  }

  vertexAt(at: ScreenPoint): HeldCameraVertex | null {
    return this.#placement && this.#cameraSpaces.vertexAt(this.#source, this.#placement, at)
  }

  dragVertex(vertex: HeldCameraVertex, at: ScreenPoint | null): void {
    const shape = at && this.#placement && this.#cameraSpaces.movedTo(this.#source, this.#placement, vertex, at)
    if (shape || !at) this.#spaces.preview(this.#editor.frame, shape)
  }

  placeVertex(vertex: HeldCameraVertex, at: ScreenPoint): void {
    const shape = this.#placement && this.#cameraSpaces.movedTo(this.#source, this.#placement, vertex, at)
    if (shape) this.#spaces.place(vertex.trackId, this.#editor.frame, shape, 'edit.moveSpacePoint')
    this.#spaces.choose(vertex.index)
  }

  selectAt(at: ScreenPoint): void {
    const space = this.#placement && this.#cameraSpaces.objectAt(this.#source, this.#placement, at)
    if (space !== null) {
      this.#editor.session.select([space])
      return
    }
    const [smallest] = this.#outlines()
      .filter(({ bounds }) => isWithin(bounds, at))
      .sort((a, b) => areaOf(a.bounds) - areaOf(b.bounds))
    this.#editor.session.select(smallest ? [smallest.trackId] : [])
  }

  /** Rectangles, and outlines of cuboids, in pixels of the view. */
  #outlines(): { trackId: string; bounds: ViewBounds }[] {
    const placement = this.#placement
    if (!placement) return []
    const source = this.#source
    const rectangles = this.#boxes
      .rectanglesOf(source)
      .flatMap(({ trackId, rectangle }) =>
        rectangle ? { trackId, bounds: rectangleInView(source, placement, rectangle) } : [],
      )
    const cuboids = this.#editor.boxesAt(this.#editor.frame).flatMap((box) => {
      const points = this.#boxes.edgesOf(box, source).flatMap((edge) => edge.points)
      return points.length > 0 ? { trackId: box.trackId, bounds: boundsInView(placement, points) } : []
    })
    return [...rectangles, ...cuboids]
  }
}

type ViewBounds = ReturnType<typeof rectangleInView>

const areaOf = ({ left, top, right, bottom }: ViewBounds): number => (right - left) * (bottom - top)

const isWithin = ({ left, top, right, bottom }: ViewBounds, { x, y }: ScreenPoint): boolean =>
  x >= left - REACH_PX && x <= right + REACH_PX && y >= top - REACH_PX && y <= bottom + REACH_PX

function boundsInView(placement: ImagePlacement, points: readonly CameraPixel[]): ViewBounds {
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
