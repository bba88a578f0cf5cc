import type { JobPayload } from '../../formats/workbench/job.ts'
import { checkDocument } from '../../model/checks/checks.ts'
import type { CuboidEvidence } from '../../model/checks/cuboidEvidence.ts'
import type { Finding } from '../../model/checks/finding.ts'
import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import type { Edit, LabelRuns } from '../../model/document/operations/documentOperation.ts'
import { openClasses } from '../../model/tag.ts'
import type { EditId } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { applyBatch } from './applyBatch.ts'
import { Autosave, type AutosaveParts, type SaveState } from './autosave.ts'
import type { KeptWork } from './commandStore.ts'
import { History } from './history.ts'
import { roughLabelCounts } from './labelCounts.ts'
import { NoticeLog } from './noticeLog.ts'
import { inSmallParts } from './operationSize.ts'
import { Pins } from './pins.ts'
import type { ToolDeclaration } from './toolDeclaration.ts'
import { DEFAULT_VIEW, type ViewOptions } from './viewOptions.ts'

export interface SessionParts extends Omit<AutosaveParts, 'onChange' | 'version'> {
  job: JobPayload
  document: AnnotatedDocument
  /** Changed in place by setLabels; null unless it is a segmentation. */
  labels?: PointLabels | null
  version: number
  /** Commands that the server has not confirmed yet; they are in `document` already. */
  kept?: KeptWork | null
  /** What became of work found at opening, for people; null when there was none. */
  notice?: Message | null
}

const NOTHING: ReadonlySet<string> = new Set()

/** One open job: the document, what is done to it and its way to the server. Knows no page; panels and scenes listen. */
export class EditorSession {
  readonly job: JobPayload
  readonly labels: PointLabels | null
  document: AnnotatedDocument
  selection: ReadonlySet<string> = NOTHING
  /** Tracks that this person does not want to see now. Nothing of it is saved. */
  concealed: ReadonlySet<string> = NOTHING
  frame = 0
  currentClassId: string | null
  activeTool = ''
  view: ViewOptions = DEFAULT_VIEW
  notice: Message | null
  /** Grows whenever points get other labels: these lie beside the document. */
  labelsVersion = 0
  /** Points by label_key without missing ones, from the mode that has the cloud; null: they are counted roughly. */
  labelCounts: (() => ReadonlyMap<number, number>) | null = null
  /** What the points say about cuboids, from the mode that has the clouds; null: cuboids are not compared with points. */
  evidence: CuboidEvidence | null = null
  /** The finding to show, a new object each time; modes handle those without a track. */
  visited: Finding | null = null
  readonly pins = new Pins(() => this.notify())
  readonly notices = new NoticeLog()

  private drawn: ReadonlySet<string> | null = null
  private readonly history = new History()
  private readonly autosave: Autosave
  private allTools: readonly ToolDeclaration[] = []
  private readingTools: readonly ToolDeclaration[] = []
  private readonly listeners = new Set<() => void>()
  private readonly labelListeners = new Set<(runs: readonly LabelRuns[]) => void>()
  private checked: { document: AnnotatedDocument; labelsVersion: number; findings: Finding[] } | null = null

  constructor(parts: SessionParts) {
    this.job = parts.job
    this.document = parts.document
    this.labels = parts.labels ?? null
    this.notice = parts.notice ?? null
    this.currentClassId = openClasses(parts.job.tag)[0]?.classId ?? null
    this.autosave = new Autosave({ ...parts, onChange: () => this.notify() }, parts.kept)
  }

  /** The server's version that the document stands on. */
  get version(): number {
    return this.autosave.version
  }

  get saveState(): SaveState {
    return this.autosave.state
  }

  /** Commands that the server does not have yet. */
  get pendingCount(): number {
    return this.autosave.pendingCount
  }

  /** Those that can be used now. */
  get tools(): readonly ToolDeclaration[] {
    return this.readOnly ? this.readingTools : this.allTools
  }

  /** By permission, or because the work went on elsewhere (conflict, lost lease). */
  get readOnly(): boolean {
    return this.job.access === 'read' || !this.autosave.isOpen
  }

  get canUndo(): boolean {
    return this.history.canUndo && !this.readOnly
  }

  get canRedo(): boolean {
    return this.history.canRedo && !this.readOnly
  }

  get undoLabel(): EditId | null {
    return this.history.undoLabel as EditId | null
  }

  get redoLabel(): EditId | null {
    return this.history.redoLabel as EditId | null
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Hears which points have got other labels, in the order in which it was done: executed, undone or redone. */
  onLabels(listener: (runs: readonly LabelRuns[]) => void): () => void {
    this.labelListeners.add(listener)
    return () => void this.labelListeners.delete(listener)
  }

  /**
   * Does the operations as one step of undo and sends them on their way. false when nothing may be done here.
   * @param run what is done with the same one right after one another is one step
   * @throws EditError when one does not fit; then none is done
   */
  execute(label: EditId, operations: readonly Edit[], run?: object): boolean {
    if (this.readOnly || operations.length === 0) return false
    const done = inSmallParts(operations)
    const selected = this.selection
    const undone = this.apply(done)
    this.history.push({ label, done, undone, run, selected })
    this.autosave.add(done)
    this.afterChange()
    return true
  }

  undo(): void {
    const entry = this.readOnly ? null : this.history.takeUndo()
    if (!entry) return
    const wasMissing = [...entry.selected].some((id) => !this.document.tracks.has(id))
    this.replay(entry.undone)
    if (wasMissing) this.select(entry.selected)
  }

  redo(): void {
    const entry = this.readOnly ? null : this.history.takeRedo()
    if (entry) this.replay(entry.done)
  }

  /** Whether the selection is what was drawn last, and no one has selected anything since. */
  get isSelectionDrawn(): boolean {
    return this.drawn !== null && this.drawn === this.selection
  }

  /** Selects an object because it was just drawn: the next class key is then for the next object. */
  selectDrawn(id: string): void {
    this.select([id])
    this.drawn = this.selection
  }

  select(ids: Iterable<string>): void {
    const selection = new Set(ids)
    this.drawn = null
    for (const id of selection) if (!this.document.tracks.has(id)) selection.delete(id)
    if (sameSet(selection, this.selection)) return
    this.selection = selection
    this.notify()
  }

  setFrame(frame: number): void {
    const last = Math.max(0, this.document.frameCount - 1)
    const next = Math.min(last, Math.max(0, Math.round(frame)))
    if (next === this.frame) return
    this.frame = next
    this.notify()
  }

  setCurrentClass(classId: string): void {
    this.currentClassId = classId
    this.notify()
  }

  setTools(tools: readonly ToolDeclaration[]): void {
    this.allTools = tools
    this.readingTools = tools.filter(({ readsOnly }) => readsOnly)
    if (!this.tools.some(({ id }) => id === this.activeTool)) this.activeTool = this.tools[0]?.id ?? ''
    this.notify()
  }

  setTool(id: string): void {
    if (id === this.activeTool || !this.tools.some((tool) => tool.id === id)) return
    this.activeTool = id
    this.pins.endPointing()
    this.notify()
  }

  setConcealed(ids: Iterable<string>): void {
    this.concealed = new Set(ids)
    this.notify()
  }

  setView(change: Partial<ViewOptions>): void {
    this.view = { ...this.view, ...change }
    this.notify()
  }

  visit(finding: Finding): void {
    this.visited = { ...finding }
    this.notify()
  }

  dismissNotice(): void {
    this.notice = null
    this.notify()
  }

  /** What to look at before submitting; worked out once a document. */
  findings(): readonly Finding[] {
    const { document, labels, labelsVersion, job } = this
    const evidence = this.evidence ?? undefined
    if (this.checked?.document !== document || this.checked.labelsVersion !== labelsVersion) {
      const labelCounts = labels ? (this.labelCounts?.() ?? roughLabelCounts(labels, job)) : undefined
      this.checked = {
        document,
        labelsVersion,
        findings: checkDocument({ document, tag: job.tag, labelCounts, evidence }),
      }
    }
    return this.checked.findings
  }

  /** More is known of what the checks look at. */
  recheck(): void {
    this.checked = null
    this.notify()
  }

  /** Sends what is pending now. Afterwards `saveState` tells whether all of it arrived. */
  flush(): Promise<void> {
    return this.autosave.flush()
  }

  /** The work goes on in another window: what is pending is sent unless there is no time, and nothing more is taken. */
  async handOver(isUrgent: boolean): Promise<void> {
    if (!isUrgent) await this.autosave.flush()
    this.autosave.dispose()
    this.notify()
  }

  dispose(): void {
    this.autosave.dispose()
    this.listeners.clear()
    this.labelListeners.clear()
  }

  private replay(operations: readonly Edit[]): void {
    this.apply(operations)
    this.autosave.add(operations)
    this.afterChange()
  }

  /** Applies all or none; the answer takes them back. */
  private apply(operations: readonly Edit[]): Edit[] {
    const { document, undone } = applyBatch(this.document, operations, this.labels)
    this.document = document
    const runs = operations.flatMap((operation) => (operation.type === 'setLabels' ? [operation.runs] : []))
    if (runs.length > 0) this.labelsVersion++
    if (runs.length > 0) for (const listener of [...this.labelListeners]) listener(runs)
    return undone
  }

  private afterChange(): void {
    for (const id of this.selection) {
      if (this.document.tracks.has(id)) continue
      this.selection = new Set([...this.selection].filter((other) => this.document.tracks.has(other)))
      break
    }
    this.notify()
  }

  private notify(): void {
    for (const listener of [...this.listeners]) listener()
  }
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && [...a].every((id) => b.has(id))
