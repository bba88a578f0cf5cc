import type { IssuePlace } from '../../../contract/issues.ts'
import type { Pins } from '../../document/pins.ts'
import { screenFromImage } from '../../view2d/camera2d.ts'
import { type PlacedPin, pinUnder } from '../../view2d/placedPins.ts'
import { type PixelPoint, pixelOf } from '../../view2d/shapes/pixels.ts'
import type { ImageHost, PointerInfo } from './imageHost.ts'

/** Issues pinned in an image or a video frame. */
export class CanvasPins {
  readonly #editor: ImageHost

  constructor(editor: ImageHost) {
    this.#editor = editor
  }

  get isPointing(): boolean {
    return this.#pins.pointing
  }

  placed(): PlacedPin[] {
    const { session, camera } = this.#editor
    return this.#pins.shownAt(session.frame).flatMap((pin) => {
      const place = this.#pixelOf(pin.place)
      return place ? { pin, ...screenFromImage(place, camera) } : []
    })
  }

  /** A press of the main button; true if it was about pins. While drawing, pins are ignored. */
  press({ at, screen }: PointerInfo): boolean {
    const { session } = this.#editor
    if (this.isPointing) {
      this.#pointAt(at)
      return true
    }
    const id = session.activeTool === 'select' ? pinUnder(this.placed(), screen)?.pin.id : null
    if (id) this.#pins.open(id)
    return Boolean(id)
  }

  /** Brings a place into view. */
  show(at: IssuePlace): void {
    const place = this.#pixelOf(at)
    if (place) this.#editor.bringIntoView({ left: place.x, right: place.x, top: place.y, bottom: place.y })
  }

  get #pins(): Pins {
    return this.#editor.session.pins
  }

  #pointAt(at: PixelPoint): void {
    const { image, session } = this.#editor
    const imagePoint = { x: at.x / image.widthPx, y: at.y / image.heightPx }
    if (!(imagePoint.x >= 0 && imagePoint.x <= 1 && imagePoint.y >= 0 && imagePoint.y <= 1)) return
    const trackId = this.#editor.shapeAt(at)?.trackId
    const frame = session.document.frameCount > 1 ? { frame: session.frame } : {}
    this.#pins.point({ ...frame, imagePoint, ...(trackId === undefined ? {} : { trackId }) })
  }

  #pixelOf({ imagePoint, trackId }: IssuePlace): PixelPoint | null {
    if (imagePoint) return pixelOf(imagePoint, this.#editor.image)
    const shown = trackId === undefined ? null : this.#editor.shapes.get(trackId)
    return shown && { x: shown.bounds.right, y: shown.bounds.top }
  }
}
