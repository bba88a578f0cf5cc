import type { Edit } from '../../model/document/operations/documentOperation.ts'

/** One step of undo: the operations, and those that revert them, each in the order of application. */
export interface HistoryEntry<Label extends string = string> {
  label: Label
  done: readonly Edit[]
  undone: readonly Edit[]
  /** The selection before. */
  selected: ReadonlySet<string>
  /** Changes outside the document; a step with them does not outlive the page. */
  aside?: Aside | undefined
  /** Steps of one run become one step, as long as no other step comes between. */
  run?: object
}

/** Taken back and done again with its step. */
export interface Aside {
  undo(): void
  redo(): void
}

/** The operations that undo or redo a step, and the selection of that state. */
export interface HistoryStep {
  edits: readonly Edit[]
  selected: ReadonlySet<string>
  aside?: (() => void) | undefined
}

/** Undo and redo without limit. */
export class History<Label extends string = string> {
  private past: HistoryEntry<Label>[]
  private future: HistoryEntry<Label>[] = []
  /** The selection after the last step, when it was undone. */
  private selectedLast: ReadonlySet<string> = new Set()

  constructor(past: readonly HistoryEntry<Label>[] = []) {
    this.past = [...past]
  }

  /** The steps that can be undone, the last step last. */
  get steps(): readonly HistoryEntry<Label>[] {
    return this.past
  }

  get canUndo(): boolean {
    return this.past.length > 0
  }

  get canRedo(): boolean {
    return this.future.length > 0
  }

  get undoLabel(): Label | null {
    return this.past.at(-1)?.label ?? null
  }

  get redoLabel(): Label | null {
    return this.future.at(-1)?.label ?? null
  }

  push(entry: HistoryEntry<Label>): void {
    const before = entry.run && this.past.at(-1)?.run === entry.run ? this.past.pop() : undefined
    this.past.push(before ? joined(before, entry) : entry)
    this.future = []
  }

  /** @param selected the current selection */
  takeUndo(selected: ReadonlySet<string>): HistoryStep | null {
    const entry = this.past.pop()
    if (!entry) return null
    if (!this.canRedo) this.selectedLast = selected
    this.future.push(entry)
    return { edits: entry.undone, selected: entry.selected, aside: entry.aside?.undo }
  }

  takeRedo(): HistoryStep | null {
    const entry = this.future.pop()
    if (!entry) return null
    this.past.push(entry)
    const selected = this.future.at(-1)?.selected ?? this.selectedLast
    return { edits: entry.done, selected, aside: entry.aside?.redo }
  }
}

const joined = <Label extends string>(
  before: HistoryEntry<Label>,
  entry: HistoryEntry<Label>,
): HistoryEntry<Label> => ({
  ...before,
  ...(replaces(entry.done, before.done)
    ? { done: entry.done, undone: before.undone }
    : { done: [...before.done, ...entry.done], undone: [...entry.undone, ...before.undone] }),
})

/** Values that are typed letter by letter: only the last of a run stays. */
const replaces = (later: readonly Edit[], earlier: readonly Edit[]): boolean =>
  later.length === earlier.length &&
  later.every((edit, i) => placeOf(edit) !== null && placeOf(edit) === placeOf(earlier[i]))

/** The place of the value that an edit sets; null for other edits. */
function placeOf(edit: Edit): string | null {
  switch (edit.type) {
    case 'setObjectAttribute':
      return JSON.stringify([edit.type, edit.trackId, edit.name])
    case 'setSteps':
      return JSON.stringify([edit.type, edit.trackId, edit.sensorId, edit.name])
    case 'setJobAttribute':
      return JSON.stringify([edit.type, edit.name])
    case 'setFrameAttribute':
      return JSON.stringify([edit.type, edit.frame, edit.name])
    default:
      return null
  }
}
