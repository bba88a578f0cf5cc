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

/** What both 3D modes hold beside the document: clouds, and where one looks. */
export abstract class SceneEditor {
  readonly session: EditorSession
  readonly job: FusionJob
  readonly clouds: CloudStore
  orbit: Orbit = FIRST_ORBIT
  extent: CloudExtent | null = null
  renderer: ViewRenderer | null = null
  /** Of the large view, as it was measured last. */
  mainSize: ViewSize = { widthPx: 900, heightPx: 600 }
  readonly #listeners = new Set<() => void>()
  #isFitted = false

  constructor(session: EditorSession, job: FusionJob) {
    this.session = session
    this.job = job
    this.clouds = new CloudStore(job, () => {
      this.#fitOnce()
      this.cloudsChanged()
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Panels look again, and the views are drawn again. */
  changed(): void {
    this.notify()
    this.redraw()
  }

  redraw(): void {
    this.renderer?.invalidate()
  }

  tell(notice: Message): void {
    this.session.notices.add(notice)
  }

  setOrbit(orbit: Orbit): void {
    this.orbit = orbit
    this.redraw()
  }

  /** All of the scene in the large view. */
  fitView(): void {
    if (this.extent) this.setOrbit(fittedOrbit(this.orbit, this.extent.bounds, this.mainSize))
  }

  dispose(): void {
    this.clouds.dispose()
  }

  /** Something of the clouds is there, or on its way, that was not before. */
  protected cloudsChanged(): void {
    this.changed()
  }

  protected notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  /** The first view: of what comes first, then once more of the whole frame. */
  #fitOnce(): void {
    if (this.extent && this.#isFitted) return
    const { frame } = this.session
    this.extent = cloudExtent(this.clouds.shown([frame]))
    this.#isFitted = this.extent !== null && this.clouds.isLoaded(frame)
    if (!this.extent) return
    // Turned first: what has to fit depends on it.
    const turned = { ...this.orbit, yawRad: forwardYaw(this.job, frame) }
    this.orbit = fittedOrbit(turned, this.extent.bounds, this.mainSize)
  }
}
