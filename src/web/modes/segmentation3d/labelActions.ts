import type { LegendEntry } from '../../../model/document/document.ts'
import type { EditId } from '../../messages/message.ts'
import { msg } from '../../messages/message.ts'
import type { LabelStore } from '../../scene/labels/labelStore.ts'
import { OFFERED } from '../../scene/labels/previewLook.ts'
import { joined, reclassed, removed } from '../../tools/points/labelEdits.ts'
import { POINT_LASSO_TOOL } from '../../tools/points/lasso/lassoTool.ts'
import { indicesOf } from './cloudPoints.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelStrokes } from './labelStrokes.ts'

/** Tools whose strokes take points. */
const DRAWS: ReadonlySet<string> = new Set(['brush', 'lasso', 'polygon', 'rectangle', 'cuboid'])

/** How long the chosen points flash. */
const FLASH_MS = 700

/** Actions on whole classes and instances, each one step of undo. */
export class LabelActions {
  readonly #editor: LabelEditor
  readonly #store: LabelStore
  readonly #strokes: LabelStrokes
  #flashed: ReturnType<typeof setTimeout> | null = null

  constructor(editor: LabelEditor, store: LabelStore, strokes: LabelStrokes) {
    this.#editor = editor
    this.#store = store
    this.#strokes = strokes
  }

  /** Entries that are chosen, as the legend has them. */
  get chosen(): LegendEntry[] {
    return this.#editor.legend.filter(({ id }) => this.#editor.selected.has(id))
  }

  /** Chooses entries and shows for a moment which points are theirs. */
  choose(ids: Iterable<string>): void {
    const editor = this.#editor
    editor.select(ids)
    const { labels } = editor.session
    if (!labels || this.chosen.length === 0) return
    this.#store.setPreview(indicesOf(labels, new Set(this.chosen.map(({ labelKey }) => labelKey))), OFFERED)
    this.#flashed ??= setTimeout(() => {
      this.#flashed = null
      // A stroke that began meanwhile shows its own.
      if (!editor.isStroking) this.#store.endPreview()
    }, FLASH_MS)
  }

  /** Shows only the chosen entries, or everything again. */
  toggleSolo(): void {
    const editor = this.#editor
    const isOn = editor.filters.soloEntries !== null
    editor.setFilters({ soloEntries: isOn || editor.selected.size === 0 ? null : new Set(editor.selected) })
  }

  dispose(): void {
    if (this.#flashed) clearTimeout(this.#flashed)
  }

  /** The next stroke begins a new instance. */
  newInstance(): void {
    this.#editor.select([])
  }

  /** The next stroke cuts its points off the chosen instance. */
  toggleSplit(): void {
    const editor = this.#editor
    const { targetEntry } = editor
    if (!targetEntry || targetEntry.instance === null) {
      editor.tell(msg('seg.chooseToSplit'))
      return
    }
    editor.setSplitting(!editor.isSplitting)
    // Choosing the instance has activated the tool that draws nothing.
    if (editor.isSplitting && !DRAWS.has(editor.session.activeTool)) editor.session.setTool(POINT_LASSO_TOOL.id)
  }

  join(): void {
    const editor = this.#editor
    const { chosen } = this
    if (chosen.length < 2) editor.tell(msg('seg.chooseToJoin'))
    else this.#do('edit.joinInstances', (work) => joined(work, largestFirst(chosen, this.#store)))
  }

  remove(ids: readonly string[] = this.chosen.map(({ id }) => id)): void {
    this.#do(ids.length === 1 ? 'edit.deleteLabels' : 'edit.deleteLabels', (work) => removed(work, ids))
  }

  reclass(classId: string, ids: readonly string[] = this.chosen.map(({ id }) => id)): void {
    this.#do('edit.class', (work) => reclassed(work, ids, classId))
  }

  #do(label: EditId, edit: (work: NonNullable<LabelEditor['work']>) => ReturnType<typeof removed>): void {
    // Behind the strokes that are still on their way, as they were made before.
    void this.#strokes.settled.then(() => {
      const { work } = this.#editor
      if (work) this.#editor.execute(label, edit(work))
    })
  }
}

/** The one with most points gives its name to all. */
function largestFirst(entries: readonly LegendEntry[], store: LabelStore): string[] {
  return entries.toSorted((a, b) => store.countOf(b.labelKey) - store.countOf(a.labelKey)).map(({ id }) => id)
}
