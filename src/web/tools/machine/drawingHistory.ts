import type { EditorSession } from '../../document/session.ts'
import type { ShapeInWork } from '../../document/shapeInWork.ts'
import type { UndoableDrawing } from '../../document/shapesInWork.ts'
import { msg } from '../../messages/message.ts'
import type { ToolMachine } from './toolMachine.ts'

/** A change of an unfinished shape, at a number of steps of the document. */
interface Act {
  /** null: there was no shape. */
  before: ShapeInWork | null
  after: ShapeInWork | null
  steps: number
}

/**
 * Undo and redo of the shape in progress. The last act is undone first: a point, Escape, or a later step of the
 * document.
 */
export class DrawingHistory<Host, Pointer, Overlay = never> implements UndoableDrawing {
  readonly #machine: ToolMachine<Host, Pointer, Overlay>
  readonly #session: EditorSession
  #past: Act[] = []
  #future: Act[] = []
  #shown: ShapeInWork | null = null
  #frame: number
  /** Escape was pressed, and nothing since: pressed again, it discards the shape. */
  #isEscaped = false
  /** The shape that another tool or frame put aside. */
  #aside: { frame: number; tool: string; steps: number } | null = null
  readonly #offers: () => boolean

  /** @param offers whether the view offers something, outside the machine, that Enter accepts */
  constructor(machine: ToolMachine<Host, Pointer, Overlay>, session: EditorSession, offers = () => false) {
    this.#machine = machine
    this.#session = session
    this.#offers = offers
    this.#frame = session.frame
    machine.attach(this)
  }

  get canUndo(): boolean {
    return this.#past.length > 0 || this.#asideThere() !== null
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  get isOffering(): boolean {
    return this.#machine.isOffering || this.#offers()
  }

  /** Call it after anything that may have changed the drawing. A shape that disappeared without Escape is finished. */
  note(): void {
    const now = this.#machine.work
    if (now !== null) this.#isEscaped = false
    if (now === this.#shown) return
    if (now === null) this.#forget()
    else {
      this.#past.push({ before: this.#shown, after: now, steps: this.#session.stepCount })
      this.#future = []
    }
    this.#keep(now)
  }

  /** Another act than Escape starts. */
  noteAct(): void {
    this.#isEscaped = false
  }

  /** Escape; false if there was nothing to cancel. */
  cancel(): boolean {
    const before = this.#machine.work
    if (before) {
      this.#machine.end()
      this.#past.push({ before, after: null, steps: this.#session.stepCount })
      this.#future = []
      this.#shown = null
      this.#isEscaped = true
      this.#session.notices.add(msg('draw.putAside'))
      return true
    }
    if (this.#machine.end()) return true
    if (!this.#isEscaped) return false
    this.#forget()
    this.#session.inWork.put(this.#frame, this.#machine.tool.id, null)
    this.#session.notices.add(msg('draw.dropped'))
    return true
  }

  /** To the tool that is active, at the frame that is shown. What is in work stays where it is. */
  follow(): { isOtherTool: boolean; isOtherFrame: boolean } {
    const { frame, stepCount } = this.#session
    const isOtherFrame = frame !== this.#frame
    const { tool } = this.#machine
    const { hasOtherTool } = this.#machine
    if (!isOtherFrame && !hasOtherTool) return { isOtherTool: false, isOtherFrame: false }
    if (this.#shown) this.#aside = { frame: this.#frame, tool: tool.id, steps: stepCount }
    this.#forget()
    this.#frame = frame
    const isOtherTool = this.#machine.follow()
    if (!isOtherTool) this.#machine.drop()
    this.takeUp()
    return { isOtherTool, isOtherFrame }
  }

  /** Goes on with the shape that the active tool left in this frame. */
  takeUp(): void {
    const { inWork, readOnly, stepCount } = this.#session
    const kept = inWork.at(this.#frame, this.#machine.tool.id)
    if (!kept || readOnly || this.#machine.work || !this.#machine.takeUp(kept)) return
    this.#past = kept.points.map((_, i) => {
      const until = (count: number) => (count === 0 ? null : { ...kept, points: kept.points.slice(0, count) })
      return { before: until(i), after: i + 1 === kept.points.length ? kept : until(i + 1), steps: stepCount }
    })
    this.#future = []
    this.#aside = null
    this.#shown = this.#machine.work
    this.#isEscaped = false
  }

  undo(): boolean {
    const last = this.#past.at(-1)
    if (!last) return this.#takeUpAside()
    if (this.#session.stepCount > last.steps) return false
    this.#past.pop()
    this.#future.push(last)
    this.#show(last.before)
    return true
  }

  redo(): boolean {
    const next = this.#future.at(-1)
    if (!next || this.#session.stepCount < next.steps) return false
    this.#future.pop()
    this.#past.push(next)
    this.#show(next.after)
    return true
  }

  #asideThere() {
    const aside = this.#aside
    return aside && this.#session.stepCount <= aside.steps && this.#session.inWork.at(aside.frame, aside.tool)
      ? aside
      : null
  }

  #takeUpAside(): boolean {
    const aside = this.#asideThere()
    if (!aside) return false
    this.#session.setFrame(aside.frame)
    this.#session.setTool(aside.tool)
    return this.#machine.work !== null
  }

  #show(shape: ShapeInWork | null): void {
    if (!shape || !this.#machine.takeUp(shape)) this.#machine.drop()
    this.#isEscaped = false
    this.#keep(this.#machine.work)
  }

  #keep(shape: ShapeInWork | null): void {
    this.#shown = shape
    this.#session.inWork.put(this.#frame, this.#machine.tool.id, shape)
  }

  #forget(): void {
    this.#past = []
    this.#future = []
    this.#shown = null
    this.#isEscaped = false
  }
}
