import type { Cuboid } from '../../../geometry/cuboid.ts'
import { UNLABELLED_COLOR } from '../../../model/tag.ts'
import type { EditId } from '../../messages/message.ts'
import { msg } from '../../messages/message.ts'
import type { LabelStore } from '../../scene/labels/labelStore.ts'
import { ERASING, labellingLook, type PreviewLook } from '../../scene/labels/previewLook.ts'
import { entryOf, erased, type LabelEdit, type LabelWork, painted, split } from '../../tools/points/labelEdits.ts'
import { pickRules, type StrokePurpose } from '../../tools/points/labelFilters.ts'
import { PointStroke } from '../../tools/points/pointStroke.ts'
import type { PickRules, PickSurface, PointIndices, PointPicker } from '../../view3d/pointPicker.ts'
import type { ScreenPoint } from '../../view3d/viewCamera.ts'
import type { LabelEditor, StrokeIntent } from './labelEditor.ts'

const LABELS: Readonly<Record<StrokeIntent['kind'], EditId>> = {
  label: 'edit.labelPoints',
  erase: 'edit.eraseLabels',
  split: 'edit.splitInstance',
}

const ORIGIN = { x: 0, y: 0, z: 0 }

/** Strokes one after another, each a step of undo. */
export class LabelStrokes {
  readonly #editor: LabelEditor
  readonly #store: LabelStore
  /** null until the cloud is loaded. */
  readonly #picker: () => PointPicker | null
  #busy: Promise<unknown> = Promise.resolve()

  constructor(editor: LabelEditor, store: LabelStore, picker: () => PointPicker | null) {
    this.#editor = editor
    this.#store = store
    this.#picker = picker
  }

  /** Resolves when all strokes finished so far have been applied. */
  get settled(): Promise<unknown> {
    return this.#busy
  }

  rulesFor(purpose: StrokePurpose): PickRules {
    const { filters, session, cloud } = this.#editor
    return pickRules(filters, purpose, this.#store.entries, session.activeTool, cloud?.sensor ?? ORIGIN)
  }

  /** null: there is nothing to stroke over yet, or no class to give. */
  begin(surface: PickSurface, erases: boolean) {
    const editor = this.#editor
    const picker = this.#picker()
    const intent = editor.intent(erases)
    if (!erases && !intent.target) editor.tell(msg('seg.chooseClass'))
    if (!picker || (!erases && !intent.target)) return null
    const stroke = new PointStroke({
      picker,
      surface,
      after: this.#busy,
      rules: () => this.rulesFor(editor.purposeOf(intent)),
      onFound: (indices) => {
        this.#store.setPreview(indices, lookOf(editor, intent))
        if (!editor.isStroking) return
        const { points, labelled } = this.#store.previewCounts
        // Erasing and splitting touch only their own points; only labelling could take labelled points by accident.
        editor.strokeTakes({ points, labelled: intent.kind === 'label' ? labelled : 0 })
      },
    })
    editor.strokeStarted()
    const end = () => editor.strokeEnded()
    return {
      brush: (from: ScreenPoint, to: ScreenPoint, radiusPx: number) => stroke.brush(from, to, radiusPx),
      outline: (corners: readonly ScreenPoint[]) => stroke.outline(corners),
      finish: () => {
        end()
        this.#enqueue(stroke.finish(), intent, LABELS[intent.kind])
      },
      drop: () => {
        end()
        stroke.drop()
      },
    }
  }

  /** Gives the found points to the active entry. */
  assign(find: (picker: PointPicker, rules: PickRules) => Promise<PointIndices>, label: EditId, erases = false): void {
    const picker = this.#picker()
    const intent = this.#editor.intent(erases)
    if (!picker) return
    const found = this.#busy.then(() => find(picker, this.rulesFor(this.#editor.purposeOf(intent))))
    this.#enqueue(found, intent, label)
  }

  assignCuboid(cuboid: Cuboid, erases: boolean): void {
    this.assign((picker, rules) => picker.cuboid(cuboid, rules), erases ? LABELS.erase : 'edit.labelBox', erases)
  }

  #enqueue(found: Promise<PointIndices>, intent: StrokeIntent, label: EditId): void {
    const editor = this.#editor
    const isFound = editor.session.underWay.begin()
    const done = found.then(
      (indices) => {
        isFound()
        const { work } = editor
        if (work && indices.length > 0) editor.strokeDone(intent, label, editOf(editor, work, intent, indices))
      },
      (error: Error) => {
        isFound()
        editor.tell(msg('seg.pointsNotFound', { detail: error.message }))
      },
    )
    this.#busy = done.finally(() => this.#store.endPreview())
  }
}

/** Erased points become unlabelled; all others get the colour of their entry. */
function lookOf(editor: LabelEditor, { kind, target }: StrokeIntent): PreviewLook {
  if (kind === 'erase' || !target) return ERASING
  const entry = kind === 'split' ? null : entryOf(editor, target)
  return labellingLook(entry ? editor.colorOf(entry) : (editor.classes.get(target.classId)?.color ?? UNLABELLED_COLOR))
}

function editOf(editor: LabelEditor, work: LabelWork, intent: StrokeIntent, indices: PointIndices): LabelEdit {
  if (intent.kind === 'erase') return erased(work, indices)
  const target = editor.targetOf(intent)
  if (!target) return { operations: [], entryId: null }
  return intent.kind === 'split' && target.entryId !== null
    ? split(work, target.entryId, indices)
    : painted(work, target, indices)
}
