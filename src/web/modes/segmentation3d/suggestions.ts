import { Signal } from '../../document/observable.ts'
import { msg } from '../../messages/message.ts'
import type { LabelStore } from '../../scene/labels/labelStore.ts'
import { painted, paintedEach } from '../../tools/points/labelEdits.ts'
import type { PointIndices, PointPicker } from '../../view3d/pointPicker.ts'
import { EVERYWHERE, unlabelledOf } from './cloudPoints.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelPlaces } from './labelPlaces.ts'
import type { LabelStrokes } from './labelStrokes.ts'
import { LikelyClasses } from './likelyClasses.ts'

const GAP_M = 0.45
const LEAST_POINTS = 30
/** A group of fewer points does not become an instance when all remaining points are given to a class. */
export const LEAST_PIECE_POINTS = 10
const LOOK_AHEAD_MS = 120

/** The current offer. */
export type Suggestion =
  | { kind: 'ground'; indices: PointIndices }
  /** Around the point that was pressed. */
  | { kind: 'surface'; indices: PointIndices; seed: number }
  /** One of several, each to become a separate instance. `likely`: the class that its size is usual for. */
  | { kind: 'cluster'; indices: PointIndices; number: number; count: number; likely: string | null }
  /** Unlabelled points, for the active entry. */
  | { kind: 'left'; indices: PointIndices }
  /** All remaining points for a class with instances; `pieces` are separate from one another. */
  | { kind: 'pieces'; indices: PointIndices; pieces: readonly PointIndices[]; classId: string }

/** Points that a person may accept, skip or leave: nothing is labelled before. */
export class Suggestions {
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  #current: Suggestion | null = null
  #isLooking = false
  readonly #editor: LabelEditor
  readonly #store: LabelStore
  readonly #strokes: LabelStrokes
  readonly #places: LabelPlaces
  readonly #picker: () => PointPicker | null
  readonly #leave: () => void
  readonly #likelyClasses: LikelyClasses
  #clusters: readonly PointIndices[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  /** The latest question: answers to earlier ones come too late. */
  #asked = 0

  constructor(
    editor: LabelEditor,
    store: LabelStore,
    strokes: LabelStrokes,
    places: LabelPlaces,
    picker: () => PointPicker | null,
  ) {
    this.#editor = editor
    this.#store = store
    this.#strokes = strokes
    this.#places = places
    this.#picker = picker
    this.#likelyClasses = new LikelyClasses(editor)
    this.#leave = store.onSlots(() => this.#labelsChanged())
  }

  get current(): Suggestion | null {
    return this.#current
  }

  get isLooking(): boolean {
    return this.#isLooking
  }

  /** Offers the ground at the current threshold. `soon`: while the slider is being dragged. */
  offerGround(soon = false): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = soon ? setTimeout(() => this.offerGround(), LOOK_AHEAD_MS) : null
    if (soon) return
    void this.#ask(async (picker) => {
      const indices = await picker.ground(this.#editor.view.groundAboveM, this.#areaRules())
      return { kind: 'ground', indices }
    })
  }

  /** Offers the surface around a point at the current tolerance. `soon`: while the slider is being dragged. */
  offerSurface(seed: number, soon = false): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = soon ? setTimeout(() => this.offerSurface(seed), LOOK_AHEAD_MS) : null
    if (soon) return
    void this.#ask(async (picker) => {
      const turnRad = (this.#editor.view.surfaceTurnDeg * Math.PI) / 180
      const indices = await picker.surface(seed, turnRad, this.#areaRules())
      return { kind: 'surface', indices, seed }
    })
  }

  /** What may be taken, or how, has changed: ground and surface are looked for again. */
  followRules(): void {
    const { current } = this
    if (current?.kind === 'ground') this.offerGround(true)
    else if (current?.kind === 'surface') this.offerSurface(current.seed, true)
  }

  /** Offers clusters of unlabelled points, the largest first. */
  offerClusters(): void {
    this.#leaveGround()
    void this.#ask(async (picker) => {
      const clusters = await picker.clusters(GAP_M, LEAST_POINTS, this.#strokes.rulesFor({ kind: 'unlabelled' }))
      this.#clusters = clusters.map(({ indices }) => indices)
      if (this.#clusters.length === 0) this.#editor.tell(msg('seg.noClusters'))
      return this.#clusterFrom(1)
    })
  }

  /** Offers the nearest group of unlabelled points; all others are shown before one repeats. */
  offerLeft(): void {
    this.#leaveGround()
    const { orbit } = this.#editor
    void this.#ask(async (picker) => {
      const cluster = await picker.nextCluster(orbit.target, this.#strokes.rulesFor({ kind: 'unlabelled' }))
      if (cluster) return { kind: 'left', indices: cluster.indices }
      const isSomeHidden = this.#store.unlabelledCount > 0
      this.#editor.tell(isSomeHidden ? msg('seg.restHidden') : msg('seg.everyLabelled'))
      return null
    })
  }

  /** Gives all shown unlabelled points to the class: first as an offer of instances, otherwise directly. */
  fillUnlabelled(classId: string): void {
    this.#leaveGround()
    const editor = this.#editor
    const tagClass = editor.classes.get(classId)
    if (!tagClass) return
    const rules = () => this.#strokes.rulesFor({ kind: 'unlabelled' })
    void this.#ask(async (picker) => {
      const indices = await picker.cuboid(EVERYWHERE, rules())
      if (!tagClass.instantiable || indices.length === 0) {
        this.#fill(classId, indices)
        return null
      }
      const clusters = await picker.clusters(GAP_M, LEAST_PIECE_POINTS, rules())
      const pieces = clusters.map((cluster) => cluster.indices)
      return { kind: 'pieces', indices, pieces, classId }
    })
  }

  /** Accepts the suggestion: one instance for each of its pieces. */
  accept(): void {
    const { current } = this
    const { work, canEdit } = this.#editor
    if (!current || !work || !canEdit) return
    if (current.kind === 'ground' || current.kind === 'surface') this.#acceptArea(current)
    else if (current.kind === 'pieces') this.#acceptPieces(current)
    else if (this.#editor.target) this.#acceptPoints(current)
  }

  /** All pieces as a single instance. */
  acceptAsOne(): void {
    const { current } = this
    if (current?.kind !== 'pieces') return
    this.stop()
    this.#fill(current.classId, current.indices)
  }

  /** Accepts a cluster as what it is likely to be. */
  acceptAsLikely(): void {
    const { current } = this
    if (current?.kind !== 'cluster' || current.likely === null) return
    this.#editor.session.setCurrentClass(current.likely)
    this.accept()
  }

  skip(): void {
    if (this.current?.kind === 'left') {
      this.offerLeft()
      return
    }
    if (this.current?.kind !== 'cluster') return
    this.#show(this.#clusterFrom(this.current.number + 1))
    if (!this.current) this.#editor.tell(msg('seg.lastCluster'))
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#asked++
    this.#isLooking = false
    this.#show(null)
  }

  dispose(): void {
    this.#leave()
    this.stop()
  }

  #areaRules() {
    return this.#strokes.rulesFor(this.#editor.purposeOf(this.#editor.intent(false)))
  }

  #acceptArea({ kind, indices }: Suggestion & { kind: 'ground' | 'surface' }): void {
    const editor = this.#editor
    const { work, target } = editor
    if (!work || !target) return
    const { takes } = this.#areaRules()
    const { slots } = this.#store
    // Points that changed since the offer may no longer be selectable.
    const taken = indices.filter((index) => takes[slots[index]])
    this.stop()
    editor.execute(kind === 'ground' ? 'edit.labelGround' : 'edit.labelSurface', painted(work, target, taken))
    this.#leaveGround()
  }

  #acceptPoints(suggestion: Suggestion & { kind: 'cluster' | 'left' }): void {
    const editor = this.#editor
    const { work, target } = editor
    if (!work || !target) return
    // The offer ends before the labels change, so that its rest is not searched again.
    this.#current = null
    if (suggestion.kind === 'cluster') {
      editor.execute('edit.acceptCluster', painted(work, { ...target, entryId: null }, suggestion.indices))
      this.#show(this.#clusterFrom(suggestion.number + 1))
      if (!this.current) editor.tell(msg('seg.lastCluster'))
      return
    }
    editor.strokeDone(editor.intent(false), 'edit.labelRest', painted(work, target, suggestion.indices))
    if (this.#store.unlabelledCount > 0) this.offerLeft()
    else this.stop()
  }

  #acceptPieces({ pieces, indices, classId }: Suggestion & { kind: 'pieces' }): void {
    const editor = this.#editor
    const { work } = editor
    if (!work || pieces.length === 0) return
    this.stop()
    const { operations, entryIds } = paintedEach(work, classId, pieces)
    if (!editor.execute('edit.labelPieces', { operations, entryId: null })) return
    editor.select(entryIds)
    const left = pieces.reduce((rest, piece) => rest - piece.length, indices.length)
    const values = {
      points: pointsMessage(indices.length - left),
      count: pieces.length,
      name: editor.classes.get(classId)?.name ?? '',
    }
    editor.tell(
      left === 0
        ? msg('seg.becamePieces', values)
        : msg('seg.becamePiecesLeft', { ...values, left: pointsMessage(left), least: LEAST_PIECE_POINTS }),
    )
  }

  #fill(classId: string, indices: PointIndices): void {
    const editor = this.#editor
    const { work } = editor
    if (!work) return
    const edit = painted(work, { classId, entryId: null }, indices)
    if (!editor.execute('edit.labelRest', edit)) {
      editor.tell(msg('seg.nothingBecame', { name: editor.classes.get(classId)?.name ?? '' }))
      return
    }
    const entry = editor.legend.find(({ id }) => id === edit.entryId) ?? null
    editor.tell(msg('seg.became', { points: pointsMessage(indices.length), name: editor.nameOf(entry) }))
  }

  /** Its threshold is no longer needed. */
  #leaveGround(): void {
    const { session } = this.#editor
    if (session.activeTool === 'ground') session.setTool('select')
  }

  /** Skips points that have been labelled since. */
  #clusterFrom(first: number): Suggestion | null {
    for (let number = first; number <= this.#clusters.length; number++) {
      const indices = unlabelledOf(this.#clusters[number - 1], this.#store.slots)
      if (indices.length === 0) continue
      const likely = this.#likelyClasses.classOf(indices)
      return { kind: 'cluster', indices, number, count: this.#clusters.length, likely }
    }
    return null
  }

  /** Strokes continue during an offer: their points are no longer offered. */
  #labelsChanged(): void {
    this.#likelyClasses.labelsChanged()
    const { current } = this
    if (!current) return
    if (current.kind === 'ground' || current.kind === 'surface') {
      this.followRules()
      return
    }
    const indices = unlabelledOf(current.indices, this.#store.slots)
    if (indices.length === current.indices.length) return
    if (current.kind === 'pieces') this.stop()
    else if (indices.length === 0 && current.kind === 'cluster') this.skip()
    else if (indices.length === 0) this.stop()
    else {
      this.#current = { ...current, indices }
      this.#store.offer(indices)
      this.#changes.emit()
    }
  }

  async #ask(question: (picker: PointPicker) => Promise<Suggestion | null>): Promise<void> {
    const picker = this.#picker()
    if (!picker) return
    const asked = ++this.#asked
    this.#isLooking = true
    this.#changes.emit()
    // One thing at a time: a box that was not assigned makes way.
    this.#editor.setBox(null)
    await this.#strokes.settled
    const found = await question(picker).catch((error: Error) => {
      this.#editor.tell(msg('seg.pointsNotFound', { detail: error.message }))
      return null
    })
    if (asked !== this.#asked) return
    this.#isLooking = false
    this.#show(found)
  }

  #show(suggestion: Suggestion | null): void {
    this.#current = suggestion
    this.#store.offer(suggestion?.indices ?? new Uint32Array())
    if (suggestion?.kind === 'cluster' || suggestion?.kind === 'left') this.#places.lookAtPoints(suggestion.indices)
    this.#changes.emit()
  }
}

const pointsMessage = (count: number) => msg('seg.points', { count })
