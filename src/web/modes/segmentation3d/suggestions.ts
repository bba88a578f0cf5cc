import type { LabelStore } from '../../scene/labels/labelStore.ts'
import type { PointCluster, PointIndices, PointPicker } from '../../scene/labels/pointPicker.ts'
import { painted } from '../../tools/points/labelEdits.ts'
import type { StrokePurpose } from '../../tools/points/labelFilters.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelPlaces } from './labelPlaces.ts'
import type { LabelStrokes } from './labelStrokes.ts'

const GAP_M = 0.45
const LEAST_POINTS = 30
const LOOK_AHEAD_MS = 120

/** What is offered now: the ground as a whole, or one cluster of several. */
export type Suggestion =
  | { kind: 'ground'; indices: PointIndices }
  | { kind: 'cluster'; indices: PointIndices; number: number; count: number }

/** Points that a person may take, skip or leave: nothing is labelled before it is accepted. */
export class Suggestions {
  current: Suggestion | null = null
  isLooking = false
  readonly #editor: LabelEditor
  readonly #store: LabelStore
  readonly #strokes: LabelStrokes
  readonly #places: LabelPlaces
  readonly #picker: () => PointPicker | null
  #clusters: readonly PointCluster[] = []
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
  }

  /** What the ground would be with the threshold as it is. `soon`: while somebody still pulls at it. */
  offerGround(soon = false): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = soon ? setTimeout(() => this.offerGround(), LOOK_AHEAD_MS) : null
    if (soon) return
    void this.#ask(async (picker) => {
      const rules = this.#strokes.rulesFor(this.#editor.purposeOf(this.#editor.intent(false)))
      const indices = await picker.ground(this.#editor.view.groundAboveM, rules)
      return { kind: 'ground', indices }
    })
  }

  /** Clusters of what has no label, the largest first. */
  offerClusters(): void {
    this.#leaveGround()
    void this.#ask(async (picker) => {
      this.#clusters = await picker.clusters(GAP_M, LEAST_POINTS, this.#strokes.rulesFor({ kind: 'unlabelled' }))
      if (this.#clusters.length === 0) this.#editor.tell('No unlabelled points lie together.')
      return this.#clusterAt(1)
    })
  }

  /** The current class gets what is offered: an instance of its own where it has instances. */
  accept(): void {
    const { current } = this
    const editor = this.#editor
    const { work, target } = editor
    if (!current || !work || !target) return
    const isNew = current.kind === 'cluster'
    // What was labelled since it was offered stays as it is.
    const purpose: StrokePurpose = isNew ? { kind: 'unlabelled' } : editor.purposeOf(editor.intent(false))
    const { takes } = this.#strokes.rulesFor(purpose)
    const { slots } = this.#store
    const indices = current.indices.filter((index) => takes[slots[index]])
    const edit = painted(work, isNew ? { ...target, entryId: null } : target, indices)
    editor.execute(isNew ? 'Accept cluster' : 'Label ground', edit)
    if (current.kind === 'cluster') this.skip()
    else {
      this.stop()
      this.#leaveGround()
    }
  }

  skip(): void {
    if (this.current?.kind !== 'cluster') return
    this.#show(this.#clusterAt(this.current.number + 1))
    if (!this.current) this.#editor.tell('That was the last cluster.')
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#asked++
    this.isLooking = false
    this.#show(null)
  }

  /** Its threshold is of no use any more. */
  #leaveGround(): void {
    const { session } = this.#editor
    if (session.activeTool === 'ground') session.setTool('select')
  }

  #clusterAt(number: number): Suggestion | null {
    const cluster = this.#clusters[number - 1]
    return cluster ? { kind: 'cluster', indices: cluster.indices, number, count: this.#clusters.length } : null
  }

  async #ask(question: (picker: PointPicker) => Promise<Suggestion | null>): Promise<void> {
    const picker = this.#picker()
    if (!picker || !this.#editor.canEdit) return
    const asked = ++this.#asked
    this.isLooking = true
    this.#editor.changed()
    await this.#strokes.settled
    const found = await question(picker).catch((error: Error) => {
      this.#editor.tell(`The points could not be found (${error.message}).`)
      return null
    })
    if (asked !== this.#asked) return
    this.isLooking = false
    this.#show(found)
  }

  #show(suggestion: Suggestion | null): void {
    this.current = suggestion
    this.#store.setPreview(suggestion?.indices ?? new Uint32Array())
    if (suggestion?.kind === 'cluster') this.#places.lookAtPoints(suggestion.indices)
    this.#editor.changed()
  }
}
