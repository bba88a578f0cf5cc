import assert from 'node:assert/strict'
import { imagePointFromNormalized } from '../../../src/geometry/camera.ts'
import type { Cuboid } from '../../../src/geometry/cuboid.ts'
import { subtract, type Vec3 } from '../../../src/geometry/vec3.ts'
import type { EditorSession } from '../../../src/web/document/session.ts'
import { CameraImageHost } from '../../../src/web/modes/cuboid3d/cameraImageHost.ts'
import { cuboidCommands } from '../../../src/web/modes/cuboid3d/cuboidCommands.ts'
import type { CuboidEditor } from '../../../src/web/modes/cuboid3d/cuboidEditor.ts'
import type { CuboidWork } from '../../../src/web/modes/cuboid3d/cuboidScene.ts'
import { makeCuboidWork } from '../../../src/web/modes/cuboid3d/cuboidWork.ts'
import { offeredTools } from '../../../src/web/modes/cuboid3d/offeredTools.ts'
import { spaceCommands } from '../../../src/web/modes/cuboid3d/spaceCommands.ts'
import { HeldKeys } from '../../../src/web/modes/sensors/heldKeys.ts'
import { CameraMachine } from '../../../src/web/tools/cuboid/camera/cameraMachine.ts'
import type { ViewName } from '../../../src/web/tools/cuboid/cuboidHost.ts'
import type { CameraSource } from '../../../src/web/view3d/fusionJob.ts'
import { fusionJobOf } from '../../../src/web/view3d/fusionJobOf.ts'
import { viewPlace } from '../../../src/web/view3d/imagePlacement.ts'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../../src/web/view3d/viewCamera.ts'
import type { Sample } from '../samplePayload.ts'
import { type Browser, openJob, Pane, SceneDesk } from './sceneDesk.ts'

const MAIN = new Pane(900, 640)
const SMALL = new Pane(300, 200)
const IMAGE_VIEW = { widthPx: 640, heightPx: 400 }

/** A person at the cuboid mode: with the page's editor, tools, keys and workers, but nothing drawn. */
export class CuboidDesk extends SceneDesk<ViewName> {
  readonly work: CuboidWork
  readonly panes: Record<ViewName, Pane>
  readonly dispose: () => void
  readonly #held = new HeldKeys()

  private constructor(session: EditorSession, made: ReturnType<typeof makeCuboidWork>) {
    super(session)
    this.work = made.scene
    this.dispose = made.dispose
    const { editor, fits, host, tool } = this.work
    this.panes = { main: MAIN, top: SMALL, side: SMALL, rear: SMALL }
    for (const view of ['main', 'top', 'side', 'rear'] as const) {
      const { width, height } = this.panes[view]
      this.panes[view] = new Pane(width, height)
      host.setPane(view, this.panes[view])
    }
    this.keymap.register(cuboidCommands(editor, fits, this.#held, () => tool.cancel()))
    this.keymap.register(spaceCommands(this.work))
  }

  /** Opens the job, does something at it once the points of the first frame are there, and closes it. */
  static async at(sample: Sample, use: (desk: CuboidDesk) => Promise<void> | void): Promise<void> {
    const desk = await CuboidDesk.open(sample)
    try {
      await use(desk)
    } finally {
      desk.close()
    }
  }

  /** Opens the job, in this browser: the points of the first frame are there. */
  static async open(sample: Sample, browser?: Browser): Promise<CuboidDesk> {
    const session = await openJob(sample, browser)
    const job = fusionJobOf(session.job)
    assert.ok(job)
    session.setTools(offeredTools(session, job))
    const desk = new CuboidDesk(session, makeCuboidWork(session, job, null))
    await desk.loaded()
    return desk
  }

  close(): void {
    this.dispose()
    this.session.dispose()
  }

  get editor(): CuboidEditor {
    return this.work.editor
  }

  protected override get tool() {
    return this.work.tool
  }

  protected override get changing() {
    return [this.editor]
  }

  /** The points of the frame that is shown, or of another one. */
  loaded(frame = this.session.frame): Promise<void> {
    return this.until(() => this.editor.clouds.isLoaded(frame))
  }

  /** Presses a key again and again without a release. */
  hold(chord: string, times: number): this {
    for (let i = 0; i < times; i++) this.keyDown(chord)
    this.keyUp()
    return this
  }

  protected override keyUp(): void {
    this.#held.end()
  }

  viewCamera(view: ViewName): ViewCamera {
    const viewCamera = this.work.host.viewCameraOf(view)
    assert.ok(viewCamera, `${view} shows nothing`)
    return viewCamera
  }

  /** The pixel of a place of the common frame in a view. */
  placeOf(view: ViewName, place: Vec3): ScreenPoint {
    const at = screenOf(this.viewCamera(view), subtract(place, this.editor.job.originM))
    assert.ok(at)
    return { x: at.x, y: at.y }
  }

  middleOf(view: ViewName): ScreenPoint {
    const { width, height } = this.panes[view]
    return { x: width / 2, y: height / 2 }
  }

  /** Metres that a pixel of a small view covers. */
  metresPerPx(view: ViewName): number {
    const { projection } = this.viewCamera(view)
    assert.ok(projection.kind === 'orthographic')
    return projection.metresPerPx
  }

  cursorOf(view: ViewName): string {
    return this.panes[view].style.cursor
  }

  track(id = [...this.session.document.tracks.keys()][0]) {
    const track = this.session.document.tracks.get(id)
    assert.ok(track, `there is no object ${id}`)
    return track
  }

  /** The box at its first keyframe. */
  firstBox(id?: string): Cuboid {
    const { cuboid } = this.track(id)
    const key = cuboid?.keys.find(({ kind }) => kind === 'shape')
    assert.ok(cuboid && key?.kind === 'shape')
    const { position, heading } = key.shape
    return { position, heading, dimensions: cuboid.dimensions }
  }

  /** Frames of the keyframes, those where the object ends with a minus. */
  keyFrames(id?: string): number[] {
    return (this.track(id).cuboid?.keys ?? []).map(({ kind, frame }) => (kind === 'out' ? -frame : frame))
  }

  /** The camera image of the shown frame, in a separate view. */
  camera(sensorId: string): CameraDesk {
    const source = this.editor.job.frames[this.editor.frame].cameras.find((one) => one.sensorId === sensorId)
    assert.ok(source, `no image of ${sensorId}`)
    return new CameraDesk(this.work, source)
  }
}

/** A person at the image of a camera. Places are shares of the image. */
export class CameraDesk {
  readonly host: CameraImageHost
  readonly machine: CameraMachine
  readonly #source: CameraSource

  constructor(work: CuboidWork, source: CameraSource) {
    this.#source = source
    this.host = new CameraImageHost(work, source)
    this.host.fit(IMAGE_VIEW)
    this.machine = new CameraMachine(this.host, () => work.editor.session.activeTool)
  }

  click(x: number, y: number): this {
    return this.drag([x, y], [x, y])
  }

  drag(from: readonly [number, number], to: readonly [number, number]): this {
    const [start, end] = [this.#at(from), this.#at(to)]
    this.machine.pointerDown({ ...start, button: 'left' })
    this.machine.pointerMove({ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2, button: 'left' })
    this.machine.pointerMove({ ...end, button: 'left' })
    this.machine.pointerUp({ ...end, button: 'left' })
    return this
  }

  #at([x, y]: readonly [number, number]): ScreenPoint {
    const { placement } = this.host
    assert.ok(placement)
    return viewPlace(placement, imagePointFromNormalized({ x, y }, this.#source.size))
  }
}
