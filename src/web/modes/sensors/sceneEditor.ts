import { type Observable, Signal } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import type { Message } from '../../messages/messageValues.ts'
import { CloudStore } from '../../scene/cloud/cloudStore.ts'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import { type CloudExtent, cloudExtent } from '../../view3d/cloudExtent.ts'
import { forwardYaw } from '../../view3d/forwardYaw.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import { fittedOrbit, type Orbit } from '../../view3d/orbit.ts'
import type { ViewSize } from '../../view3d/viewCamera.ts'

const FIRST_ORBIT: Orbit = {
  kind: 'perspective',
  target: { x: 0, y: 0, z: 0 },
  distanceM: 60,
  yawRad: 0,
  pitchRad: 0.7,
}

/** The least and the most. */
export const POINT_SIZES_PX = [1, 8] as const

/** The shared state of the two 3D modes in addition to the document: clouds, and the view. */
export abstract class SceneEditor {
  readonly session: EditorSession
  readonly job: FusionJob
  readonly clouds: CloudStore
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  readonly #renderer: ViewRenderer | null
  #orbit: Orbit = FIRST_ORBIT
  #extent: CloudExtent | null = null
  #mainSize: ViewSize = { widthPx: 900, heightPx: 600 }
  #isFitted = false
  #extentFrame = 0
  readonly #leaves: (() => void)[] = []

  /** @param renderer null: nothing is drawn, as in tests */
  constructor(session: EditorSession, job: FusionJob, renderer: ViewRenderer | null) {
    this.session = session
    this.job = job
    this.#renderer = renderer
    this.clouds = new CloudStore(job, () => {
      this.#fitOnce()
      this.#noteDrawn()
      this.cloudsChanged()
    })
    // A frame without clouds has nothing to wait for.
    this.#noteDrawn()
  }

  get orbit(): Orbit {
    return this.#orbit
  }

  /** The extent of the shown frame; until its points are loaded, that of the previous one. */
  get extent(): CloudExtent | null {
    const { frame } = this.session
    if (this.#isFitted && this.#extentFrame !== frame && this.clouds.isLoaded(frame)) {
      this.#extent = cloudExtent(this.clouds.shown([frame])) ?? this.#extent
      this.#extentFrame = frame
    }
    return this.#extent
  }

  /** The size of the large view at the last measurement. */
  get mainSize(): ViewSize {
    return this.#mainSize
  }

  get pixelRatio(): number {
    return this.#renderer?.pixelRatio ?? 1
  }

  redraw(): void {
    this.#renderer?.invalidate()
  }

  tell(notice: Message): void {
    this.session.notices.add(notice)
  }

  /** Turning, panning and zooming only draw; panels render again when the kind of view changes. */
  setOrbit(orbit: Orbit): void {
    const { kind } = this.#orbit
    this.#orbit = orbit
    if (kind === orbit.kind) this.redraw()
    else this.changed()
  }

  setMainSize(size: ViewSize): void {
    if (size.widthPx > 1 && size.heightPx > 1) this.#mainSize = size
    this.redraw()
  }

  /** What these load or compute is shown here: their changes are changes of the editor. */
  include(...parts: readonly Observable[]): void {
    this.#leaves.push(...parts.map(({ subscribe }) => subscribe(() => this.changed())))
  }

  /** All of the scene in the large view. */
  fitView(): void {
    const { extent } = this
    if (extent) this.setOrbit(fittedOrbit(this.#orbit, extent.bounds, this.#mainSize))
  }

  dispose(): void {
    for (const leave of this.#leaves) leave()
    this.clouds.dispose()
  }

  /** Something of the clouds is there, or on its way, that was not before. */
  protected cloudsChanged(): void {
    this.changed()
  }

  /** Panels render again, and the views are drawn again. */
  protected changed(): void {
    this.notify()
    this.redraw()
  }

  protected notify(): void {
    this.#changes.emit()
  }

  /** The view follows another change, which is announced itself. */
  protected moveOrbit(orbit: Orbit): void {
    this.#orbit = orbit
  }

  /** A cloud that cannot be loaded is said in its place. */
  #noteDrawn(): void {
    const { frame, firstFrame } = this.session
    if (this.clouds.isLoaded(frame) || this.clouds.failureOf(frame)) firstFrame.drawn()
  }

  /** Sets the first view: from the first cloud, then once more from the whole frame. */
  #fitOnce(): void {
    if (this.#extent && this.#isFitted) return
    const { frame } = this.session
    this.#extent = cloudExtent(this.clouds.shown([frame]))
    this.#isFitted = this.#extent !== null && this.clouds.isLoaded(frame)
    this.#extentFrame = frame
    if (!this.#extent) return
    // Turned first, since the fit depends on it.
    const turned = { ...this.#orbit, yawRad: forwardYaw(this.job, frame) }
    this.#orbit = fittedOrbit(turned, this.#extent.bounds, this.#mainSize)
  }
}
