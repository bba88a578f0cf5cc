import type { TagClass } from '../../src/model/tag.ts'
import type { Notice } from '../../src/web/document/noticeLog.ts'
import type { EditorSession } from '../../src/web/document/session.ts'
import { editCommands } from '../../src/web/modes/image/editCommands.ts'
import { commandsOf } from '../../src/web/shell/commands.ts'
import { Player } from '../../src/web/timeline/player.ts'
import { videoCommands } from '../../src/web/timeline/videoCommands.ts'
import { CanvasEditor, type ScreenPointer } from '../../src/web/tools/image/canvasEditor.ts'
import { imageTools } from '../../src/web/tools/image/imageTools.ts'
import { AttributeFocus } from '../../src/web/workbench/attributes/attributeFocus.ts'
import { Keymap } from '../../src/web/workbench/keys/keymap.ts'
import { Desk, samplePayload } from '../web/desk/desk.ts'
import { pressOf } from '../web/desk/pressOf.ts'
import { SubmitDesk } from './submitting/submitPage.ts'
import { IMAGE, type Place } from './things.ts'

type Held = Partial<Pick<ScreenPointer, 'shift' | 'ctrl' | 'alt' | 'button' | 'clickCount'>>

const nothing = (): void => {}

/** The page of one job as a hand meets it: keys go through the keymap of the page, pointers to the view. */
export class HandPage {
  readonly desk: Desk
  readonly classes: readonly TagClass[]
  readonly submit: SubmitDesk
  session!: EditorSession
  #editor!: CanvasEditor
  #keymap!: Keymap
  #ids = 0

  private constructor(desk: Desk, classes: readonly TagClass[]) {
    this.desk = desk
    this.classes = classes
    const { tag, content } = samplePayload(desk.server.document, 1, 'annotate', classes)
    const frameIds = content.frames.map(({ frameId }) => frameId)
    this.submit = new SubmitDesk(desk.server, desk.clock, desk.jobId, { tag, frameIds })
    desk.documentServer = this.submit.documentServer
  }

  static async open(frameCount: number, classes: readonly TagClass[]): Promise<HandPage> {
    const desk = new Desk(frameCount === 1 ? 'image2d' : 'video2d', frameCount)
    const page = new HandPage(desk, classes)
    await page.load()
    return page
  }

  /** Opens the job, again too. */
  async load(isOldEnough = true): Promise<void> {
    const session = await this.desk.open(this.classes)
    const newId = () => `made-${++this.#ids}`
    const editor = new CanvasEditor(session, IMAGE, imageTools(session.job.tag), newId)
    editor.attach()
    editor.resize({ widthPx: IMAGE.widthPx, heightPx: IMAGE.heightPx })
    editor.zoomBy(1 / editor.camera.scale)
    editor.panBy({ x: -editor.camera.x, y: -editor.camera.y })
    const keymap = new Keymap({ read: () => ({}), keep: nothing })
    const attributeFocus = new AttributeFocus(session)
    await this.submit.opened(session, isOldEnough)
    const { submission } = this.submit
    const bench = { session, setTab: nothing, setDialog: nothing, submission, attributeFocus }
    keymap.register(commandsOf(bench, session.tools, true))
    keymap.register(editCommands(editor))
    if (session.document.frameCount > 1) keymap.register(videoCommands(session, this.#player(session)))
    Object.assign(this, { session })
    this.#editor = editor
    this.#keymap = keymap
  }

  #player(session: EditorSession): Player {
    return new Player({
      clock: this.desk.clock,
      frameCount: session.document.frameCount,
      frame: () => session.frame,
      setFrame: (frame) => session.setFrame(frame),
      isReady: () => true,
      onChange: nothing,
    })
  }

  /** Notices since the last act: a refusal answers that act. */
  get refusals(): readonly Notice[] {
    return this.session.notices.notices.filter(({ isRefusal }) => isRefusal)
  }

  get stateName(): string {
    return this.#editor.stateName
  }

  get editor(): CanvasEditor {
    return this.#editor
  }

  key(...chords: string[]): void {
    for (const chord of chords) this.#keymap.press(pressOf(chord), false)
  }

  close(): void {
    this.submit.closed()
    this.session.dispose()
  }

  /** The key that submits. */
  readonly press = (isRepeat = false): void => {
    this.#keymap.press({ ...pressOf('Ctrl+Enter'), key: 'Enter', repeat: isRepeat }, false)
  }

  click(at: Place, held: Held = {}): void {
    this.drag([at], held)
  }

  /** Pressed at the first place, moved over the others and let go at the last. */
  drag(way: readonly Place[], held: Held = {}): void {
    const [first, ...others] = way
    this.#editor.pointerMove(pointer(first, false, held))
    this.#editor.pointerDown(pointer(first, true, held))
    for (const place of others) this.#editor.pointerMove(pointer(place, true, held))
    this.#editor.pointerUp(pointer(way[way.length - 1], false, held))
  }
}

const pointer = ([x, y]: Place, pressed: boolean, held: Held): ScreenPointer => ({
  screen: { x, y },
  button: 0,
  pressed,
  shift: false,
  ctrl: false,
  alt: false,
  clickCount: 1,
  ...held,
})
