import { BufferAttribute, Color, DataTexture } from 'three'
import type { LabelRuns } from '../../../model/document/operations/documentOperation.ts'
import { fillRun, RunReader } from '../../../model/document/operations/labelRuns.ts'
import { classById, UNLABELLED_COLOR } from '../../../model/tag.ts'
import { Signal } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import { hexOf } from '../../kit/color.ts'
import type { PointIndices } from '../../view3d/pointPicker.ts'
import { PALETTE_COLUMNS, type PointMarks } from '../cloud/pointMarks.ts'
import { DirtyBlocks } from './dirtyBlocks.ts'
import { LabelSlots } from './labelSlots.ts'
import { OFFERED, type PreviewLook } from './previewLook.ts'
import type { SlotListener } from './workerPicker.ts'

const OPAQUE = 255
const NONE: PointIndices = new Uint32Array()
/** Up to this share of all points, one over, they are cleared one by one. */
const FEW_SHARE = 64
/** Unlabelled points keep the colour of the view. */
const HARDLY = 1

/**
 * The labels of a session's points as they are shown: slots, colours, counts. The session stays the owner; the store
 * follows what is executed, undone and redone there.
 *
 *     const store = new LabelStore(session)              // once the job is open; throws TooManyLabels
 *     store.setPositions(chunk.positions)                // when the cloud is there: missing points stop counting
 *     clouds.layer.setMarks(url, store.marks)            // the points wear their labels from the next frame on
 *     store.onLook(() => renderer.invalidate())
 *     const picker = new WorkerPicker(openPickerWorker(), { positions: chunk.positions, relativeFromChunk }, store)
 *     const rules = pickRules(filters, purpose, store.entries, tool)   // entry (or null) by slot
 *     store.setHidden((entry) => !isShown(filters, entry))       // palette alone, no point is touched
 *     store.offer(cluster)                                       // what can be accepted, until the next offer
 *     store.setPreview(found, labellingLook('rgb(9, 8, 7)'))     // what the stroke would take
 *     store.endPreview()                                         // when it is over: the offer is seen again
 *     session.execute('Label points', [{ type: 'setLabels', runs: labelRunsOf(found, labelKey) }])
 *     useObserved(store, ({ unlabelledCount }) => unlabelledCount) // or countOf
 *     store.dispose()
 *
 * Everything here is the page's thread; a change costs what changed, never the whole cloud.
 */
export class LabelStore {
  readonly marks: PointMarks
  readonly #changes = new Signal()
  /** Counts or legend have changed. */
  readonly subscribe = this.#changes.subscribe
  readonly #looks = new Signal()
  /** Emits when something must be redrawn: labels, colours, hidden points, the preview. */
  readonly onLook = this.#looks.subscribe
  #version = 0
  readonly #session: EditorSession
  readonly #slots: Uint16Array<ArrayBuffer>
  readonly #preview: Uint8Array<ArrayBuffer>
  readonly #dirtySlots: DirtyBlocks
  readonly #dirtyPreview: DirtyBlocks
  readonly #table = new LabelSlots()
  readonly #slotListeners = new Set<SlotListener>()
  readonly #stops: (() => void)[]
  /** By slot; excludes missing points once the positions are known. */
  #counts: number[] = []
  /** null if no point is missing, or the cloud is not loaded yet. */
  #positions: Float32Array | null = null
  /** The highlighted points: the preview, otherwise the offered points. */
  #standingOut: PointIndices = NONE
  #previewed: PointIndices = NONE
  #offered: PointIndices = NONE
  #legend: unknown = null
  /** Labels that the legend does not have get slots too, and those a colour. */
  #paintedSlots = 0
  #isHidden: (entry: LabelStore['entries'][number]) => boolean = () => false

  /** @throws TooManyLabels */
  constructor(session: EditorSession) {
    this.#session = session
    const labels = session.labels ?? new Uint32Array()
    this.#slots = new Uint16Array(labels.length)
    this.#preview = new Uint8Array(labels.length)
    const slots = new BufferAttribute(this.#slots, 1)
    const preview = new BufferAttribute(this.#preview, 1)
    const previewLook = { color: new Color(), scale: 1 }
    this.marks = { slots, preview, previewLook, palette: paletteOf(1) }
    this.#dirtySlots = new DirtyBlocks(slots)
    this.#dirtyPreview = new DirtyBlocks(preview)
    for (let start = 0; start < labels.length; ) {
      let end = start + 1
      while (end < labels.length && labels[end] === labels[start]) end++
      this.#slots.fill(this.#table.slotOf(labels[start]), start, end)
      start = end
    }
    this.#count()
    this.#followLegend()
    this.#stops = [session.onLabels((runs) => this.#take(runs)), session.subscribe(() => this.#followLegend())]
  }

  /** Slot of each point; read only. */
  get slots(): Uint16Array {
    return this.#slots
  }

  /** By slot: its entry of the legend; null for slot 0, unlabelled, and for labels without an entry. */
  get entries() {
    return this.#table.entries
  }

  /** Points that can be labelled and are not. */
  get unlabelledCount(): number {
    return this.#counts[0] ?? 0
  }

  /** Points with this label. */
  countOf(labelKey: number): number {
    return this.#counts[this.#table.find(labelKey) ?? -1] ?? 0
  }

  /** Grows with each change of counts or legend. */
  get version(): number {
    return this.#version
  }

  /** Hears of points that got other labels, and in which slots those labels are. */
  onSlots(listener: SlotListener): () => void {
    this.#slotListeners.add(listener)
    return () => void this.#slotListeners.delete(listener)
  }

  /** The cloud, x y z per point. From now on missing points are not counted, whatever their label. */
  setPositions(positions: Float32Array): void {
    this.#positions = hasMissing(positions) ? positions : null
    this.#count()
    this.#changed()
  }

  /** Hides the points of some entries (null: those without one) until it is called again. */
  setHidden(isHidden: (entry: LabelStore['entries'][number]) => boolean): void {
    this.#isHidden = isHidden
    this.#paintPalette()
    this.#look()
  }

  /** The number of points in the preview, and how many of them have a label. */
  get previewCounts(): { points: number; labelled: number } {
    let labelled = 0
    for (let i = 0; i < this.#previewed.length; i++) if (this.#slots[this.#previewed[i]] !== 0) labelled++
    return { points: this.#previewed.length, labelled }
  }

  /** Highlights exactly these points as the preview of a stroke. */
  setPreview(indices: PointIndices, look: PreviewLook): void {
    this.#previewed = indices
    if (indices.length > 0) this.#standOut(indices, look)
    else this.#standOut(this.#offered, OFFERED)
  }

  /** Ends the preview and shows the offered points again. */
  endPreview(): void {
    this.setPreview(NONE, OFFERED)
  }

  /** Highlights these points whenever there is no preview: they can be accepted, or only viewed. */
  offer(indices: PointIndices): void {
    this.#offered = indices
    if (this.#previewed.length === 0) this.#standOut(indices, OFFERED)
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    this.marks.palette.dispose()
    this.#changes.clear()
    this.#looks.clear()
    this.#slotListeners.clear()
  }

  #standOut(indices: PointIndices, { color, scale }: PreviewLook): void {
    const { previewLook } = this.marks
    previewLook.color.set(...color)
    previewLook.scale = scale
    if (this.#standingOut !== indices) this.#markOnly(indices)
    this.#look()
  }

  #markOnly(indices: PointIndices): void {
    if (this.#standingOut.length > this.#preview.length / FEW_SHARE) {
      this.#preview.fill(0)
      this.#dirtyPreview.mark(0, this.#preview.length)
    } else setAll(this.#preview, this.#standingOut, 0, this.#dirtyPreview)
    setAll(this.#preview, indices, 1, this.#dirtyPreview)
    this.#standingOut = indices
  }

  #take(runs: readonly LabelRuns[]): void {
    for (const some of runs) {
      const slotOf = this.#apply(some)
      for (const listener of this.#slotListeners) listener(some, slotOf)
    }
    this.#followLegend()
    this.#changed()
    this.#look()
  }

  /** The slots of the labels in it. */
  #apply(runs: LabelRuns): ReadonlyMap<number, number> {
    const slotOf = new Map<number, number>()
    let lastKey = -1
    let slot = 0
    for (const run = new RunReader(runs); run.next(); ) {
      const { start, length, labelKey } = run
      if (labelKey !== lastKey) {
        slot = this.#table.slotOrShared(labelKey)
        slotOf.set(labelKey, slot)
        lastKey = labelKey
      }
      this.#recount(start, start + length, slot)
      fillRun(this.#slots, start, length, slot)
      this.#dirtySlots.mark(start, start + length)
    }
    return slotOf
  }

  #recount(start: number, end: number, slot: number): void {
    const counts = this.#counts
    while (counts.length <= slot) counts.push(0)
    for (let index = start; index < end; index++) {
      if (this.#positions !== null && this.#isMissing(index)) continue
      counts[this.#slots[index]]--
      counts[slot]++
    }
  }

  #count(): void {
    const counts = new Array<number>(this.#table.size).fill(0)
    for (let index = 0; index < this.#slots.length; index++) {
      if (!this.#isMissing(index)) counts[this.#slots[index]]++
    }
    this.#counts = counts
  }

  #isMissing(index: number): boolean {
    const positions = this.#positions
    if (positions === null) return false
    return !Number.isFinite(positions[3 * index] + positions[3 * index + 1] + positions[3 * index + 2])
  }

  #followLegend(): void {
    const { legend } = this.#session.document
    if (legend === this.#legend && this.#paintedSlots === this.#table.size) return
    this.#legend = legend
    this.#table.setLegend(legend)
    this.#paintPalette()
    this.#changed()
    this.#look()
  }

  #paintPalette(): void {
    const rows = Math.ceil(this.#table.size / PALETTE_COLUMNS)
    if (this.marks.palette.image.height < rows) {
      this.marks.palette.dispose()
      this.marks.palette = paletteOf(2 ** Math.ceil(Math.log2(rows)))
    }
    const { palette } = this.marks
    const texels = palette.image.data as Uint8Array
    const classes = classById(this.#session.job.tag)
    this.entries.forEach((entry, slot) => {
      const color = entry?.color ?? classes.get(entry?.classId ?? '')?.color ?? UNLABELLED_COLOR
      const hex = Number.parseInt(hexOf(color).slice(1), 16)
      const share = this.#isHidden(entry) ? 0 : slot === 0 ? HARDLY : OPAQUE
      texels.set([hex >> 16, (hex >> 8) & 255, hex & 255, share], 4 * slot)
    })
    this.#paintedSlots = this.#table.size
    palette.needsUpdate = true
  }

  #changed(): void {
    this.#version++
    this.#changes.emit()
  }

  #look(): void {
    this.#looks.emit()
  }
}

function paletteOf(rows: number): DataTexture {
  return new DataTexture(new Uint8Array(4 * PALETTE_COLUMNS * rows), PALETTE_COLUMNS, rows)
}

/** Written out: of ten million points a call for each would be felt. */
function hasMissing(positions: Float32Array): boolean {
  for (let i = 0; i < positions.length; i++) if (!Number.isFinite(positions[i])) return true
  return false
}

/** Indices ascend. */
function setAll(values: Uint8Array, indices: PointIndices, value: number, dirty: DirtyBlocks): void {
  for (let i = 0; i < indices.length; i++) {
    values[indices[i]] = value
    dirty.mark(indices[i], indices[i] + 1)
  }
}
