import type { JobPayloadAnswer } from '../../contract/payload.ts'
import { canonicalDocument } from '../../formats/document/canonicalDocument.ts'
import type { Finding } from '../../model/checks/finding.ts'
import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import { withoutDangling } from '../../model/document/edits/relations.ts'
import type { Edit, LabelRuns } from '../../model/document/operations/documentOperation.ts'
import { openClasses } from '../../model/tag.ts'
import type { EditId } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { type Applied, applyBatch } from './applyBatch.ts'
import { Autosave, type AutosaveParts, type SaveState } from './autosave.ts'
import type { KeptWork } from './commandStore.ts'
import { DocumentChecks } from './documentChecks.ts'
import { EditLock, FirstFrame } from './editLock.ts'
import { type Aside, History, type HistoryStep } from './history.ts'
import { withNewNumbers } from './newNumbers.ts'
import { NoticeLog } from './noticeLog.ts'
import { Signal } from './observable.ts'
import { OpenOverlay } from './openOverlay.ts'
import { OpenSuggestions } from './openSuggestions.ts'
import { inSmallParts } from './operationSize.ts'
import { Pins } from './pins.ts'
import { isSameSet } from './sameSet.ts'
import type { KeptShape } from './shapeInWork.ts'
import { ShapesInWork } from './shapesInWork.ts'
import type { ToolDeclaration } from './toolDeclaration.ts'
import { UnderWay } from './underWay.ts'
import { DEFAULT_VIEW, type ViewOptions } from './viewOptions.ts'

export interface SessionParts extends Omit<AutosaveParts, 'onChange' | 'version' | 'hashDocument'> {
  /** SHA-256 of a text, in hex. */
  hash?: (text: string) => Promise<string>
  job: JobPayloadAnswer
  document: AnnotatedDocument
  /** Changed in place by setLabels; null unless it is a segmentation. */
  labels?: PointLabels | null
  version: number
  /** Commands that the server has not confirmed yet; they are in `document` already. */
  kept?: KeptWork | null
  /** The outcome of work found at opening, for people; null if there was none. */
  notice?: Message | null
  history?: History<EditId>
  /** Unfinished shapes from when the job was open before. */
  shapes?: readonly KeptShape[]
}

const NOTHING: ReadonlySet<string> = new Set()

/** One open job: the document, the edits and its way to the server. Panels and scenes observe it. */
export class EditorSession {
  readonly job: JobPayloadAnswer
  readonly labels: PointLabels | null
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  readonly pins = new Pins(this.#changes.emit)
  readonly suggestions = new OpenSuggestions(this.#changes.emit)
  readonly overlay = new OpenOverlay(this.#changes.emit)
  readonly notices = new NoticeLog()
  readonly lock = new EditLock()
  readonly firstFrame = new FirstFrame()
  readonly inWork: ShapesInWork
  readonly underWay = new UnderWay()

  #document: AnnotatedDocument
  #selection: ReadonlySet<string> = NOTHING
  #concealed: ReadonlySet<string> = NOTHING
  #locked: ReadonlySet<string> = NOTHING
  #frame = 0
  #currentClassId: string | null
  #activeTool = ''
  #view: ViewOptions = DEFAULT_VIEW
  #notice: Message | null
  #labelsVersion = 0
  #drawn: ReadonlySet<string> | null = null
  /** `visit` increases, so that the same finding can be shown twice. */
  #visited: { finding: Finding; visit: number } | null = null
  readonly #history: History<EditId>
  readonly #autosave: Autosave
  /** The hash of the current document; absent if nothing is compared. */
  readonly hashDocument: (() => Promise<string>) | undefined
  #allTools: readonly ToolDeclaration[] = []
  #readingTools: readonly ToolDeclaration[] = []
  readonly #labelListeners = new Set<(runs: readonly LabelRuns[]) => void>()
  /** The page's own findings. */
  readonly pageChecks = new DocumentChecks(this, this.#changes.emit)

  constructor(parts: SessionParts) {
    this.job = parts.job
    this.#document = parts.document
    this.labels = parts.labels ?? null
    this.inWork = new ShapesInWork(parts.store, parts.key, parts.shapes ?? [], this.#changes.emit)
    this.#notice = parts.notice ?? null
    this.#history = parts.history ?? new History()
    this.#currentClassId = openClasses(parts.job.tag)[0]?.classId ?? null
    const { hash } = parts
    const hashDocument = hash && (() => hash(canonicalDocument(this.#document)))
    this.hashDocument = hashDocument
    this.#autosave = new Autosave({ ...parts, hashDocument, onChange: this.#changes.emit }, parts.kept)
  }

  get document(): AnnotatedDocument {
    return this.#document
  }

  get selection(): ReadonlySet<string> {
    return this.#selection
  }

  /** Tracks that this person has hidden. This is not saved. */
  get concealed(): ReadonlySet<string> {
    return this.#concealed
  }

  /** Tracks that this person protects from edits and from the pointer. This is not saved. */
  get locked(): ReadonlySet<string> {
    return this.#locked
  }

  get frame(): number {
    return this.#frame
  }
  get currentClassId(): string | null {
    return this.#currentClassId
  }

  get activeTool(): string {
    return this.#activeTool
  }

  get view(): ViewOptions {
    return this.#view
  }

  get notice(): Message | null {
    return this.#notice
  }

  /** Increases whenever labels of points change: they are separate from the document. */
  get labelsVersion(): number {
    return this.#labelsVersion
  }

  /** The finding to show; modes handle those without a track. */
  get visited() {
    return this.#visited
  }

  /** The server's version on which the document is based. */
  get version(): number {
    return this.#autosave.version
  }

  get saveState(): SaveState {
    return this.#autosave.state
  }

  /** Commands that the server does not have yet. */
  get pendingCount(): number {
    return this.#autosave.pendingCount
  }

  /** Those that can be used now. */
  get tools(): readonly ToolDeclaration[] {
    return this.readOnly ? this.#readingTools : this.#allTools
  }

  /** By permission, or because the work continued elsewhere (conflict, lost lease). */
  get readOnly(): boolean {
    return this.job.access === 'read' || !this.#autosave.isOpen
  }

  get canUndo(): boolean {
    return (this.#history.canUndo || this.inWork.canUndo) && !this.readOnly
  }

  get canRedo(): boolean {
    return (this.#history.canRedo || this.inWork.canRedo) && !this.readOnly
  }

  /** The number of steps that can be undone. */
  get stepCount(): number {
    return this.#history.steps.length
  }

  get undoLabel(): EditId | null {
    return this.#history.undoLabel
  }

  get redoLabel(): EditId | null {
    return this.#history.redoLabel
  }

  /** Hears which points have got other labels, in the order in which it was done: executed, undone or redone. */
  onLabels(listener: (runs: readonly LabelRuns[]) => void): () => void {
    this.#labelListeners.add(listener)
    return () => void this.#labelListeners.delete(listener)
  }

  /**
   * Applies the operations as one step of undo and sends them. false if edits are not allowed.
   * @param run consecutive steps with the same run become one step
   * @throws EditError if one does not fit; then none is applied
   */
  execute(label: EditId, operations: readonly Edit[], run?: object, aside?: Aside): boolean {
    if (this.readOnly || (operations.length === 0 && !aside) || this.lock.refuses(this, operations)) return false
    const { selection: selected } = this
    const { done, undone } = this.#apply(
      inSmallParts(withNewNumbers(this.document, withoutDangling(this.job.tag, this.document.tracks, operations))),
    )
    this.#history.push({ label, done, undone, run, aside, selected })
    this.#autosave.add(done)
    this.#afterChange()
    return true
  }

  undo(): void {
    if (this.readOnly || this.underWay.delays(() => this.undo()) || this.lock.refuses(this)) return
    if (!this.inWork.undo()) this.#replay(this.#history.takeUndo(this.selection))
  }

  redo(): void {
    if (this.readOnly || this.underWay.delays(() => this.redo()) || this.lock.refuses(this)) return
    if (!this.inWork.redo()) this.#replay(this.#history.takeRedo())
  }

  /** Whether no one has selected anything since a shape was drawn, or another tool chosen. */
  get isSelectionDrawn(): boolean {
    return this.#drawn !== null && this.#drawn === this.selection
  }

  /** Selects an object because it was just drawn: the next class key is then for the next object. */
  selectDrawn(id: string): void {
    this.select([id])
    this.#drawn = this.selection
  }

  select(ids: Iterable<string>): void {
    const selection = new Set(ids)
    this.#drawn = null
    for (const id of selection) if (!this.document.tracks.has(id)) selection.delete(id)
    if (isSameSet(selection, this.selection)) return
    this.#selection = selection
    this.#changes.emit()
  }

  setFrame(frame: number): void {
    const last = Math.max(0, this.document.frameCount - 1)
    const next = Math.min(last, Math.max(0, Math.round(frame)))
    if (next === this.frame) return
    this.#frame = next
    this.#changes.emit()
  }

  setCurrentClass(classId: string): void {
    this.#currentClassId = classId
    this.#changes.emit()
  }

  setTools(tools: readonly ToolDeclaration[]): void {
    this.#allTools = tools
    this.#readingTools = tools.filter(({ readsOnly }) => readsOnly)
    if (!this.tools.some(({ id }) => id === this.activeTool)) this.#activeTool = this.tools[0]?.id ?? ''
    this.#changes.emit()
  }

  setTool(id: string): void {
    if (id === this.activeTool) this.inWork.takeUp()
    if (id === this.activeTool || !this.tools.some((tool) => tool.id === id)) return
    this.#activeTool = id
    this.#drawn = this.selection
    this.pins.endPointing()
    this.#changes.emit()
  }

  setConcealed(ids: Iterable<string>): void {
    this.#concealed = new Set(ids)
    this.#changes.emit()
  }

  setLocked(ids: Iterable<string>): void {
    this.#locked = new Set(ids)
    this.#changes.emit()
  }

  setView(change: Partial<ViewOptions>): void {
    this.#view = { ...this.view, ...change }
    this.#changes.emit()
  }

  visit(finding: Finding): void {
    this.#visited = { finding, visit: (this.#visited?.visit ?? 0) + 1 }
    this.#changes.emit()
  }

  dismissNotice(): void {
    this.#notice = null
    this.#changes.emit()
  }

  /** Flushes pending edits now. Afterwards `saveState` tells whether all of them arrived. */
  readonly flush = (): Promise<void> => this.#autosave.flush()

  /** The service has another document than this page: it is loaded again, and unsaved edits become a draft. */
  differs(): Promise<void> {
    return this.#autosave.differs()
  }

  /** The work continues in another window: flush pending edits if possible, then refuse new ones. */
  async handOver(isUrgent: boolean): Promise<void> {
    if (!isUrgent) await this.#autosave.flush()
    this.#autosave.dispose()
    this.#changes.emit()
  }

  dispose(): void {
    this.#autosave.dispose()
    this.#changes.clear()
    this.#labelListeners.clear()
  }

  /** Selects the restored objects again; while a drawing tool is active, class keys do not apply to them. */
  #replay(step: HistoryStep | null): void {
    if (!step) return
    const wasMissing = [...step.selected].some((id) => !this.document.tracks.has(id))
    this.#apply(step.edits)
    this.#autosave.add(step.edits)
    this.#afterChange()
    step.aside?.()
    if (!wasMissing) return
    this.select(step.selected)
    this.#drawn = this.selection
  }

  /** Applies all or none. */
  #apply(operations: readonly Edit[]): Pick<Applied, 'done' | 'undone'> {
    const { document, done, undone } = applyBatch(this.document, operations, this.labels)
    this.#document = document
    const runs = operations.flatMap((operation) => (operation.type === 'setLabels' ? [operation.runs] : []))
    if (runs.length > 0) this.#labelsVersion++
    if (runs.length > 0) for (const listener of [...this.#labelListeners]) listener(runs)
    return { done, undone }
  }

  #afterChange(): void {
    const left = [...this.selection].filter((id) => this.document.tracks.has(id))
    if (left.length < this.selection.size) this.#selection = new Set(left)
    this.#changes.emit()
  }
}
