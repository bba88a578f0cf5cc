import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { LegendEntry } from '../../../model/document/document.ts'
import { classById, instanceName, type TagClass, UNLABELLED_COLOR } from '../../../model/tag.ts'
import type { EditorSession } from '../../document/session.ts'
import type { EditId } from '../../messages/message.ts'
import type { Translator } from '../../messages/translator.ts'
import type { CloudLook, ShownCloud } from '../../scene/cloud/cloudLayer.ts'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import { entryOf, type LabelEdit, type LabelWork, type PaintTarget } from '../../tools/points/labelEdits.ts'
import { type LabelFilters, NO_FILTERS, type StrokePurpose } from '../../tools/points/labelFilters.ts'
import type { LegendNumbers } from '../../tools/points/legendNumbers.ts'
import type { PointGesture } from '../../tools/points/pointHost.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import { transformPoint } from '../../view3d/relativeMatrix.ts'
import type { ScreenPoint } from '../../view3d/viewCamera.ts'
import { SceneEditor } from '../sensors/sceneEditor.ts'
import { FIRST_VIEW, type LabelView } from './labelView.ts'

/** What a stroke is for, as it was when it began. */
export interface StrokeIntent {
  kind: 'label' | 'erase' | 'split'
  target: PaintTarget | null
  /** Compared to see whether the choice has changed since. */
  choice: number
}

/** The point under the pointer. */
export interface HoveredPoint extends ScreenPoint {
  index: number
  entry: LegendEntry | null
  view: string
}

/** What the segmentation mode holds beside document and labels: where one looks, what is chosen, what is being done. */
export class LabelEditor extends SceneEditor {
  readonly classes: ReadonlyMap<string, TagClass>
  readonly numbers: LegendNumbers
  #view: LabelView = FIRST_VIEW
  #filters: LabelFilters = NO_FILTERS
  /** Entries of the legend that were chosen; a single one gets the next stroke. */
  #selected: ReadonlySet<string> = new Set()
  /** They were pointed at; otherwise they are only what the last stroke made. */
  #isChosen = false
  /** The next stroke cuts its points off the one that is chosen. */
  #isSplitting = false
  /** Between the begin of a stroke and its end. */
  #isStroking = false
  /** What the stroke under way would take, and how much of it from others; null: there is none. */
  #taking: { points: number; labelled: number } | null = null
  /** A box that is to be assigned or cropped to. */
  #box: Cuboid | null = null
  #gesture: PointGesture | null = null
  #hovered: HoveredPoint | null = null
  #heights: { url: string; range: readonly [number, number] } | null = null
  /** Names are drawn into canvases too. */
  readonly t: Translator
  readonly #leaveSession: () => void
  #lastClassId: string | null
  /** Counts what a person chose: class, instance, a new one. */
  #choice = 0
  #made: { choice: number; entryId: string } | null = null

  constructor(
    session: EditorSession,
    job: FusionJob,
    numbers: LegendNumbers,
    t: Translator,
    renderer: ViewRenderer | null = null,
  ) {
    super(session, job, renderer)
    this.t = t
    this.numbers = numbers
    this.classes = classById(session.job.tag)
    this.#lastClassId = session.currentClassId
    this.#leaveSession = session.subscribe(() => this.#sessionChanged())
    this.clouds.want([0])
  }

  get view(): LabelView {
    return this.#view
  }

  get filters(): LabelFilters {
    return this.#filters
  }

  get selected(): ReadonlySet<string> {
    return this.#selected
  }

  get isChosen(): boolean {
    return this.#isChosen
  }

  get isSplitting(): boolean {
    return this.#isSplitting
  }

  get isStroking(): boolean {
    return this.#isStroking
  }

  get taking(): { points: number; labelled: number } | null {
    return this.#taking
  }

  get box(): Cuboid | null {
    return this.#box
  }

  get gesture(): PointGesture | null {
    return this.#gesture
  }

  get hovered(): HoveredPoint | null {
    return this.#hovered
  }

  /** A polygon waits for its next corner. */
  get isCornering(): boolean {
    return this.#gesture?.kind === 'path' && this.#gesture.isCornered
  }

  setSplitting(isSplitting: boolean): void {
    this.#isSplitting = isSplitting
    this.changed()
  }

  setBox(box: Cuboid | null): void {
    this.#box = box
    this.changed()
  }

  setGesture(gesture: PointGesture | null): void {
    const wasCornering = this.isCornering
    this.#gesture = gesture
    if (this.isCornering === wasCornering) this.redraw()
    else this.changed()
  }

  setHovered(hovered: HoveredPoint | null): void {
    this.#hovered = hovered
    this.redraw()
  }

  strokeStarted(): void {
    this.#isStroking = true
  }

  strokeEnded(): void {
    this.#isStroking = false
    this.#taking = null
  }

  /** What the stroke under way would take now. */
  strokeTakes(taking: { points: number; labelled: number }): void {
    this.#taking = taking
  }

  setView(change: Partial<LabelView>): void {
    this.#view = { ...this.#view, ...change }
    this.changed()
  }

  setFilters(change: Partial<LabelFilters>): void {
    this.#filters = { ...this.#filters, ...change }
    this.changed()
  }

  /** Shows or hides a class, NO_CLASS: what has no label. */
  toggleClass(classId: string): void {
    this.setFilters({ hiddenClasses: toggled(this.filters.hiddenClasses, classId) })
  }

  toggleEntry(id: string): void {
    this.setFilters({ hiddenEntries: toggled(this.filters.hiddenEntries, id) })
  }

  get canEdit(): boolean {
    const isEditable = this.job.sensors.some(({ modality, editable }) => modality === 'lidar' && editable)
    return !this.session.readOnly && isEditable && this.session.labels !== null
  }

  /** The cloud of the job; null until it is loaded. */
  get cloud(): ShownCloud | null {
    return this.clouds.shown([0])[0] ?? null
  }

  get legend(): readonly LegendEntry[] {
    return this.session.document.legend
  }

  /** What edits start from. */
  get work(): LabelWork | null {
    const { labels } = this.session
    const { legend, classes, numbers } = this
    return labels && { legend, labels, classes, numbers, newId: () => crypto.randomUUID() }
  }

  /** Who gets the next stroke; null while no class is chosen. */
  get target(): PaintTarget | null {
    const classId = this.session.currentClassId
    if (classId === null) return null
    const [entryId = null] = this.selected.size === 1 ? this.selected : []
    return { classId, entryId }
  }

  /** The entry that the next stroke paints; null: a new one. */
  get targetEntry(): LegendEntry | null {
    return this.target && entryOf(this, this.target)
  }

  /** What a stroke that begins now is for. */
  intent(erases: boolean): StrokeIntent {
    const { target, isSplitting } = this
    return { kind: erases ? 'erase' : isSplitting && target?.entryId ? 'split' : 'label', target, choice: this.#choice }
  }

  /**
   * Who gets the points of a stroke when its turn has come: an entry that the one before made is gone on with, unless
   * something else was chosen in between.
   */
  targetOf({ target, choice }: StrokeIntent): PaintTarget | null {
    const made = this.#made?.choice === choice ? this.#made.entryId : null
    return target && { ...target, entryId: target.entryId ?? made }
  }

  purposeOf(intent: StrokeIntent): StrokePurpose {
    if (intent.kind === 'erase') return { kind: 'erase' }
    const target = this.targetOf(intent)
    const entryId = (target && entryOf(this, target)?.id) ?? null
    return intent.kind === 'split' && entryId !== null ? { kind: 'split', entryId } : { kind: 'label', entryId }
  }

  /** Does what a stroke is for, as one step of undo. */
  strokeDone(intent: StrokeIntent, label: EditId, { operations, entryId }: LabelEdit): void {
    if (!this.canEdit || operations.length === 0 || !this.session.execute(label, operations)) return
    if (entryId !== null) this.#made = { choice: intent.choice, entryId }
    if (entryId !== null && intent.choice === this.#choice) {
      this.#selected = new Set([entryId])
      this.#isChosen = false
      this.#isSplitting = false
    }
    this.changed()
  }

  nameOf(entry: LegendEntry | null): string {
    if (!entry || entry.classId === null) return this.t('seg.unlabelledName')
    return instanceName(this.classes.get(entry.classId)?.name ?? this.t('seg.unknownClass'), entry.instance)
  }

  colorOf(entry: LegendEntry | null): string {
    return entry?.color ?? this.classes.get(entry?.classId ?? '')?.color ?? UNLABELLED_COLOR
  }

  /** One step of undo. False where there is nothing to do. */
  execute(label: EditId, { operations, entryId }: LabelEdit): boolean {
    if (!this.canEdit || operations.length === 0 || !this.session.execute(label, operations)) return false
    if (entryId !== null) this.select([entryId])
    return true
  }

  /** Chooses entries; a single one says which class comes next. */
  select(ids: Iterable<string>): void {
    this.#selected = new Set(ids)
    this.#isChosen = this.#selected.size > 0
    this.#isSplitting = false
    this.#choice++
    const [entry] = this.legend.filter(({ id }) => this.selected.has(id))
    if (this.selected.size === 1 && entry?.classId) {
      this.#lastClassId = entry.classId
      this.session.setCurrentClass(entry.classId)
    }
    this.changed()
  }

  look(): CloudLook {
    const { color, sizePx } = this.view
    const [low, high] = this.extent?.heights ?? [-2, 4]
    const sensorZ = this.cloud?.sensor.z ?? 0
    return {
      color,
      sizePx: sizePx * this.pixelRatio,
      heightLimits: this.filters.heightsM,
      distanceLimits: this.filters.distancesM,
      hidesGround: this.filters.hidesGround,
      heightRange: [sensorZ + low, sensorZ + high],
    }
  }

  /** Least and most z there is, as the heights can be limited; null before the cloud is there. */
  get heightRange(): readonly [number, number] | null {
    const { cloud } = this
    const bounds = cloud?.chunk.bounds
    if (!cloud || !bounds || !Number.isFinite(bounds.min[2])) return null
    if (this.#heights?.url === cloud.url) return this.#heights.range
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => {
      const pick = (axis: 0 | 1 | 2) => (i & (1 << axis) ? bounds.max : bounds.min)[axis]
      return transformPoint(cloud.relativeFromChunk, { x: pick(0), y: pick(1), z: pick(2) }).z
    })
    const range = [Math.floor(Math.min(...corners) * 10) / 10, Math.ceil(Math.max(...corners) * 10) / 10] as const
    this.#heights = { url: cloud.url, range }
    return range
  }

  override dispose(): void {
    this.#leaveSession()
    super.dispose()
  }

  #sessionChanged(): void {
    const { currentClassId } = this.session
    // Another class by its digit: what comes next is a new one of it.
    if (currentClassId !== this.#lastClassId) {
      this.#lastClassId = currentClassId
      this.#selected = new Set()
      this.#isSplitting = false
      this.#choice++
    }
    const there = new Set(this.legend.map(({ id }) => id))
    if ([...this.selected].some((id) => !there.has(id))) {
      this.#selected = new Set([...this.selected].filter((id) => there.has(id)))
      this.#isSplitting = false
    }
    this.changed()
  }
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changed = new Set(ids)
  if (!changed.delete(id)) changed.add(id)
  return changed
}
