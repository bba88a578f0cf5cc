import { rotate } from '../../../src/geometry/quaternion.ts'
import { add, subtract, type Vec3 } from '../../../src/geometry/vec3.ts'
import type { EditorSession } from '../../../src/web/document/session.ts'
import { UndoJournal } from '../../../src/web/document/undoJournal.ts'
import type { ViewName } from '../../../src/web/tools/cuboid/cuboidHost.ts'
import type { ScreenPoint } from '../../../src/web/view3d/viewCamera.ts'
import { CuboidDesk } from '../../web/desk/cuboidDesk.ts'
import { sha256 } from '../../web/desk/desk.ts'
import { quietWorkers } from '../../web/desk/nearWorker.ts'
import { pressOf } from '../../web/desk/pressOf.ts'
import { type Browser, newBrowser } from '../../web/desk/sceneDesk.ts'
import type { Sample } from '../../web/samplePayload.ts'
import { SubmitDesk } from '../submitting/submitPage.ts'
import type { Box } from './boxes.ts'

const NEAR_M = 18
const STEPS_OF_FRAMES = 12

/** The page of one cuboid job as a hand meets it: it can be opened, killed and opened again. */
export class CuboidPage {
  readonly browser: Browser & { undo: UndoJournal }
  readonly submit: SubmitDesk
  readonly #sample: Sample
  #desk!: CuboidDesk

  private constructor(sample: Sample) {
    this.#sample = sample
    const texts = new Map<string, string>()
    const undo = new UndoJournal(
      {
        getItem: (key) => texts.get(key) ?? null,
        setItem: (key, value) => void texts.set(key, value),
        removeItem: (key) => void texts.delete(key),
      },
      'me/j1',
    )
    const browser = newBrowser(sample)
    const { tag, content } = sample.payload
    const frameIds = content.frames.map(({ frameId }) => frameId)
    this.submit = new SubmitDesk(browser.server, browser.clock, sample.payload.job.jobId, { tag, frameIds })
    const { documentServer } = this.submit
    this.browser = { ...browser, documentServer, undo, hash: async (text) => sha256(text) }
  }

  static async open(sample: Sample): Promise<CuboidPage> {
    const page = new CuboidPage(sample)
    await page.load()
    return page
  }

  /** Opens the job, again too. */
  async load(): Promise<void> {
    this.#desk = await CuboidDesk.open(this.#sample, this.browser)
    const { editor } = this.#desk
    editor.setOrbit({ ...editor.orbit, kind: 'top' })
    await this.submit.opened(this.session)
    this.#desk.submission = this.submit.submission
    await this.rest()
  }

  /** The key that submits. */
  readonly press = (isRepeat = false): void => {
    this.#desk.keymap.press({ ...pressOf('Ctrl+Enter'), key: 'Enter', repeat: isRepeat }, false)
  }

  get desk(): CuboidDesk {
    return this.#desk
  }

  get session(): EditorSession {
    return this.#desk.session
  }

  close(): void {
    this.submit.closed()
    this.#desk.close()
  }

  /** Waits for what workers find. */
  async rest(): Promise<void> {
    await quietWorkers()
    await this.#desk.until(() => !this.#desk.editor.task.isRunning)
    await quietWorkers()
  }

  key(...chords: string[]): void {
    this.#desk.press(...chords)
  }

  /** The points of the frame that is shown are there. */
  async loaded(): Promise<void> {
    await this.#desk.loaded()
    await this.rest()
  }

  async goTo(frame: number): Promise<void> {
    for (let i = 0; i < STEPS_OF_FRAMES && this.session.frame !== frame; i++)
      this.key(frame > this.session.frame ? 'Right' : 'Left')
    await this.loaded()
  }

  /** From straight above, near enough to point at things. */
  lookAt({ x, y }: Pick<Vec3, 'x' | 'y'>): void {
    const { editor } = this.#desk
    const target = subtract({ x, y, z: 0 }, editor.job.originM)
    editor.setOrbit({ ...editor.orbit, kind: 'top', target, distanceM: NEAR_M })
  }

  at(place: Vec3): ScreenPoint {
    return this.#desk.placeOf('main', place)
  }

  click(place: Vec3, held: { shift?: boolean } = {}): void {
    this.#desk.click('main', this.at(place), held)
  }

  /** Over an object, from its rear to its front. */
  dragOver({ heading, middle, length }: Dragged): void {
    const half = rotate(heading, { x: length / 2, y: 0, z: 0 })
    this.#desk.drag('main', [this.at(subtract(middle, half)), this.at(add(middle, half))])
  }

  dragIn(view: ViewName, from: ScreenPoint, to: ScreenPoint): void {
    this.#desk.drag(view, [from, to])
  }
}

export interface Dragged {
  middle: Vec3
  heading: { w: number; x: number; y: number; z: number }
  length: number
}

/** An object as a person drags over it: on the ground, along its heading. */
export const draggedOver = ({ x, y, z, height, yaw, length }: Box): Dragged => ({
  middle: { x, y, z: z - height / 2 },
  heading: { w: Math.cos(yaw / 2), x: 0, y: 0, z: Math.sin(yaw / 2) },
  length,
})
