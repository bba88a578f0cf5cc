import type { IssuePlace } from '../../../contract/issues.ts'
import { imagePointFromNormalized, isInsideImage, normalizeImagePoint } from '../../../geometry/camera.ts'
import { add, subtract, type Vec3 } from '../../../geometry/vec3.ts'
import { watch } from '../../document/observable.ts'
import type { Pin } from '../../document/pins.ts'
import type { EditorSession } from '../../document/session.ts'
import { type PlacedPin, paintPins, pinUnder } from '../../view2d/placedPins.ts'
import type { CameraSource, FusionJob } from '../../view3d/fusionJob.ts'
import { type ImagePlacement, imagePlace, viewPlace } from '../../view3d/imagePlacement.ts'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'

/** The parts of a mode's scene that pins need. All places are relative to the job's origin. */
export interface PinnedScene {
  session: EditorSession
  job: FusionJob
  /** The point of a click into the large view: of the cloud, otherwise of the ground. */
  pointAt(viewCamera: ViewCamera, at: ScreenPoint): Vec3 | null
  /** The object drawn there; null if there is none, or if it has no place itself. */
  objectAt(viewCamera: ViewCamera, at: ScreenPoint): string | null
  /**
   * The entry whose points are there, in the large view (`sensorId` null) or in an image; only in modes that label
   * points.
   */
  labelAt?(sensorId: string | null, at: ScreenPoint): string | null
  /** Where the pin of a whole object is in the shown frame. */
  anchorOf(trackId: string): Vec3 | null
  /** Show this place in the large view. */
  lookAt(point: Vec3): void
  /** Show the image of this sensor. */
  showCamera(sensorId: string): void
}

/** Issues pinned in the large 3D view and in the images of cameras; used by both 3D modes. */
export class ScenePins {
  readonly #scene: PinnedScene
  readonly #leave: () => void

  constructor(scene: PinnedScene) {
    this.#scene = scene
    this.#leave = watch(
      scene.session,
      ({ pins }) => pins.visited,
      (visited) => visited && this.#show(visited.place),
    )
  }

  dispose(): void {
    this.#leave()
  }

  get isPointing(): boolean {
    return this.#scene.session.pins.pointing
  }

  paint(context: CanvasRenderingContext2D, viewCamera: ViewCamera): void {
    paintPins(context, this.#inView(viewCamera), this.#scene.session.pins)
  }

  paintOnImage(context: CanvasRenderingContext2D, source: CameraSource, placement: ImagePlacement): void {
    paintPins(context, this.#onImage(source, placement), this.#scene.session.pins)
  }

  /** A press of the main button in the large view; true when it was about pins. @param opens pins that are there */
  press(viewCamera: ViewCamera, at: ScreenPoint, opens = true): boolean {
    const { session, job } = this.#scene
    if (!session.pins.pointing) return opens && this.#open(this.#inView(viewCamera), at)
    const point = this.#scene.pointAt(viewCamera, at)
    const trackId = this.#scene.objectAt(viewCamera, at)
    if (point) {
      const position = add(point, job.originM)
      const object = trackId === null ? this.#labelled(null, at) : { trackId }
      session.pins.point({ ...this.#frame(), position, ...object })
    }
    return true
  }

  /** As `press`, in the image of a camera. */
  pressOnImage(source: CameraSource, placement: ImagePlacement, at: ScreenPoint, opens = true): boolean {
    const { session } = this.#scene
    if (!session.pins.pointing) return opens && this.#open(this.#onImage(source, placement), at)
    const { sensorId } = source
    const place = imagePlace(placement, at)
    if (isInsideImage(place, source.size)) {
      const imagePoint = normalizeImagePoint(place, source.size)
      session.pins.point({ ...this.#frame(), sensorId, imagePoint, ...this.#labelled(sensorId, at) })
    }
    return true
  }

  #frame(): { frame: number } {
    return { frame: this.#scene.session.frame }
  }

  #labelled(sensorId: string | null, at: ScreenPoint): Pick<IssuePlace, 'legendEntryId'> {
    const legendEntryId = this.#scene.labelAt?.(sensorId, at) ?? null
    return legendEntryId === null ? {} : { legendEntryId }
  }

  #open(placed: readonly PlacedPin[], at: ScreenPoint): boolean {
    const id = pinUnder(placed, at)?.pin.id
    if (id) this.#scene.session.pins.open(id)
    return Boolean(id)
  }

  #shown(): Pin[] {
    const { session } = this.#scene
    return session.pins.shownAt(session.frame)
  }

  #inView(viewCamera: ViewCamera): PlacedPin[] {
    return this.#shown().flatMap((pin) => {
      const point = this.#pointOf(pin)
      const at = point && screenOf(viewCamera, point)
      return at ? { pin, x: at.x, y: at.y } : []
    })
  }

  /** Those pinned in this image, and those in space that the camera sees. */
  #onImage(source: CameraSource, placement: ImagePlacement): PlacedPin[] {
    return this.#shown().flatMap((pin) => {
      const { sensorId, imagePoint } = pin.place
      if (imagePoint && sensorId !== source.sensorId) return []
      const point = imagePoint ? null : this.#pointOf(pin)
      const inImage = imagePoint
        ? imagePointFromNormalized(imagePoint, source.size)
        : point && source.camera?.imageFromCommon(add(point, this.#scene.job.originM))
      if (!inImage || !isInsideImage(inImage, source.size)) return []
      return { pin, ...viewPlace(placement, inImage) }
    })
  }

  #pointOf({ place: { position, imagePoint, trackId } }: Pin): Vec3 | null {
    if (position) return subtract(position, this.#scene.job.originM)
    return imagePoint || trackId === undefined ? null : this.#scene.anchorOf(trackId)
  }

  #show(place: IssuePlace): void {
    if (place.sensorId !== undefined && place.imagePoint) this.#scene.showCamera(place.sensorId)
    const point = this.#pointOf({ id: null, place, resolved: false })
    if (point) this.#scene.lookAt(point)
  }
}
