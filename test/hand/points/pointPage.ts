import type { EditorSession } from '../../../src/web/document/session.ts'
import { UndoJournal } from '../../../src/web/document/undoJournal.ts'
import { sha256 } from '../../web/desk/desk.ts'
import { LabelDesk, type Share, type Within } from '../../web/desk/labelDesk.ts'
import { quietWorkers } from '../../web/desk/nearWorker.ts'
import { pressOf } from '../../web/desk/pressOf.ts'
import { type Browser, newBrowser } from '../../web/desk/sceneDesk.ts'
import { SubmitDesk } from '../submitting/submitPage.ts'
import { BLOCKS, inScene, YARD_SAMPLE } from './yard.ts'

/** The page of one cloud as a hand meets it: it can be opened, killed and opened again. */
export class PointPage {
  readonly browser: Browser & { undo: UndoJournal }
  readonly submit: SubmitDesk
  #desk!: LabelDesk

  private constructor() {
    const texts = new Map<string, string>()
    const undo = new UndoJournal(
      {
        getItem: (key) => texts.get(key) ?? null,
        setItem: (key, value) => void texts.set(key, value),
        removeItem: (key) => void texts.delete(key),
      },
      'me/j1',
    )
    const browser = newBrowser(YARD_SAMPLE)
    const { tag, content } = YARD_SAMPLE.payload
    const frameIds = content.frames.map(({ frameId }) => frameId)
    this.submit = new SubmitDesk(browser.server, browser.clock, YARD_SAMPLE.payload.job.jobId, { tag, frameIds })
    const { documentServer } = this.submit
    this.browser = { ...browser, documentServer, undo, hash: async (text) => sha256(text) }
  }

  static async open(): Promise<PointPage> {
    const page = new PointPage()
    await page.load()
    return page
  }

  /** Opens the job, again too. */
  async load(): Promise<void> {
    this.#desk = await LabelDesk.open(YARD_SAMPLE, { browser: this.browser })
    await this.submit.opened(this.session)
    this.#desk.submission = this.submit.submission
    await this.rest()
  }

  /** The key that submits. */
  readonly press = (isRepeat = false): void => {
    this.#desk.keymap.press({ ...pressOf('Ctrl+Enter'), key: 'Enter', repeat: isRepeat }, false)
  }

  get desk(): LabelDesk {
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
    await this.#desk.work.strokes.settled
    await quietWorkers()
  }

  key(...chords: string[]): void {
    this.#desk.press(...chords)
  }

  /** A place of the ground in shares of the view. */
  shareOf(x: number, y: number): Share {
    const at = this.#desk.drawnAt(inScene(x, y, 0))
    const { width, height } = this.#desk.pane
    return [at.x / width, at.y / height]
  }

  /** Corners around a block, or around a part of it; `wider` in metres on each side. */
  around(block: number, wider = 0.45, share = 1): [Share, Share] {
    const [x, y] = BLOCKS[block]
    const [halfX, halfY] = [1.2 + wider, 0.7 + wider]
    return [this.shareOf(x - halfX, y - halfY), this.shareOf(x - halfX + 2 * halfX * share, y + halfY)]
  }

  within(corners: readonly Share[]): Within {
    const places = corners.map((corner) => this.#desk.at(corner))
    return this.#desk.within(({ x, y }) => {
      let isIn = false
      for (let i = 0, j = places.length - 1; i < places.length; j = i++) {
        const [a, b] = [places[i], places[j]]
        if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn
      }
      return isIn
    })
  }
}
