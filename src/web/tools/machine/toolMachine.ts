import type { ShapeInWork } from '../../document/shapeInWork.ts'
import { DONE, type Next, type Tool, type ToolState } from './tool.ts'

/** What keeps shapes that are being drawn: see DrawingHistory. */
interface WatchedDrawing {
  note(): void
  noteAct(): void
  cancel(): boolean
}

/** Runs the states of the active tool: pointers and keys in, calls of the host out. */
export class ToolMachine<Host, Pointer, Overlay = never> {
  protected readonly host: Host
  readonly #tools: ReadonlyMap<string, Tool<Host, Pointer, Overlay>>
  readonly #activeId: () => string
  #tool: Tool<Host, Pointer, Overlay>
  #state: ToolState<Host, Pointer, Overlay>
  #isFirst = true
  #drawing: WatchedDrawing | null = null
  /** The state that waits while another one has the pointer, such as moving the view. */
  #waiting: { state: ToolState<Host, Pointer, Overlay>; isFirst: boolean } | null = null

  /** @param activeId the tool that should be active; an unknown one changes nothing */
  constructor(host: Host, tools: readonly Tool<Host, Pointer, Overlay>[], activeId: () => string) {
    this.host = host
    this.#tools = new Map(tools.map((tool) => [tool.id, tool]))
    this.#activeId = activeId
    this.#tool = this.#tools.get(activeId()) ?? tools[0]
    this.#state = this.#tool.start()
    this.#state.enter?.(host)
  }

  get tool(): Tool<Host, Pointer, Overlay> {
    return this.#tool
  }

  get stateName(): string {
    return this.#state.name
  }

  /** Whether the tool is in its first state, without a gesture. */
  get isIdle(): boolean {
    return this.#isFirst
  }

  get cursor(): string | undefined {
    return this.#state.cursor
  }

  get canComplete(): boolean {
    return this.#state.complete !== undefined
  }

  get canStepBack(): boolean {
    return this.#state.stepBack !== undefined
  }

  /** The overlays of the current state and the one that waits for it; later ones cover earlier ones. */
  overlays(): Overlay[] {
    return [this.#waiting?.state, this.#state].flatMap((state) => state?.overlay?.(this.host) ?? [])
  }

  /** Receives everything that may have changed the drawing, and Escape. */
  attach(drawing: WatchedDrawing): void {
    this.#drawing = drawing
  }

  /** The shape in progress, also while the view is moved. */
  get work(): ShapeInWork | null {
    return (this.#waiting?.state ?? this.#state).work?.() ?? null
  }

  /** Whether Enter would accept what is shown, such as an area that was found, although no shape is in progress. */
  get isOffering(): boolean {
    const { complete, work } = this.#waiting?.state ?? this.#state
    return complete !== undefined && work === undefined
  }

  get hasOtherTool(): boolean {
    const tool = this.#tools.get(this.#activeId())
    return tool !== undefined && tool !== this.#tool
  }

  /** Goes on drawing; false where the tool cannot. */
  takeUp(work: ShapeInWork): boolean {
    const state = this.#tool.resume?.(work, this.host)
    if (!state) return false
    this.#waiting?.state.exit?.(this.host)
    this.#waiting = null
    this.#go(state)
    return true
  }

  /** Changes to the tool that should be active; true when it was another one. */
  follow(): boolean {
    const tool = this.#tools.get(this.#activeId())
    if (!tool || tool === this.#tool) return false
    this.#tool = tool
    this.drop()
    return true
  }

  pointerDown(pointer: Pointer): void {
    this.follow()
    this.#drawing?.noteAct()
    this.#go(this.#state.pointerDown?.(this.host, pointer))
    this.#drawing?.note()
  }

  pointerMove(pointer: Pointer): void {
    this.follow()
    const next = this.#state.pointerMove?.(this.host, pointer)
    this.#go(next)
    // The move that started a state already belongs to it.
    if (next && next !== DONE) this.#go(next.pointerMove?.(this.host, pointer))
    this.#drawing?.note()
  }

  pointerUp(pointer: Pointer): void {
    this.#go(this.#state.pointerUp?.(this.host, pointer))
    this.#drawing?.note()
  }

  doubleClick(pointer: Pointer): void {
    this.#go(this.#state.doubleClick?.(this.host, pointer))
    this.#drawing?.note()
  }

  /** The pointer left the view; a drag continues. */
  pointerLeave(): void {
    this.#go(this.#state.pointerLeave?.(this.host))
  }

  /** Enter; false if it finished nothing. */
  complete(): boolean {
    const isDone = this.#go(this.#state.complete?.(this.host))
    this.#drawing?.note()
    return isDone
  }

  /** Backspace; false if there is no point to undo. */
  stepBack(): boolean {
    if (!this.#state.stepBack) return false
    this.#go(this.#state.stepBack(this.host))
    this.#drawing?.note()
    return true
  }

  /** Escape, a lost pointer; false if there was nothing to cancel. */
  cancel(): boolean {
    return this.#drawing ? this.#drawing.cancel() : this.end()
  }

  /** Ends the current state, whatever the outcome of its drawing. */
  end(): boolean {
    if (this.#state.cancel) return this.#go(this.#state.cancel(this.host))
    return !this.#isFirst && this.#go(DONE)
  }

  /** Ends every state and starts the tool again. */
  drop(): void {
    this.#state.exit?.(this.host)
    this.#waiting?.state.exit?.(this.host)
    this.#waiting = null
    this.#start()
  }

  /** Another state takes the pointer until it is done or `resume` is called. */
  suspendFor(state: ToolState<Host, Pointer, Overlay>): void {
    if (this.#waiting) return
    this.#waiting = { state: this.#state, isFirst: this.#isFirst }
    this.#state = state
    this.#isFirst = false
    state.enter?.(this.host)
  }

  resume(): void {
    if (this.#waiting) this.#go(DONE)
  }

  get isSuspended(): boolean {
    return this.#waiting !== null
  }

  /** Whether another state came. */
  #go(next: Next<Host, Pointer, Overlay>): boolean {
    if (!next) return false
    this.#state.exit?.(this.host)
    if (next !== DONE) {
      this.#state = next
      this.#isFirst = false
      next.enter?.(this.host)
    } else if (this.#waiting) {
      this.#state = this.#waiting.state
      this.#isFirst = this.#waiting.isFirst
      this.#waiting = null
    } else this.#start()
    return true
  }

  #start(): void {
    this.#state = this.#tool.start()
    this.#isFirst = true
    this.#state.enter?.(this.host)
  }
}
