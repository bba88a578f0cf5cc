import type { Edit } from '../../model/document/operations/documentOperation.ts'

/** One step of undo: what was done, and what takes it back, each in the order in which it is applied. */
export interface HistoryEntry<Label extends string = string> {
  label: Label
  done: readonly Edit[]
  undone: readonly Edit[]
  /** What was selected before. */
  selected: ReadonlySet<string>
  /** What is done beside the document; a step with it does not outlive the page. */
  aside?: Aside | undefined
  /** Steps of one run become one step, as long as nothing else is done between them. */
  run?: object
}

/** Taken back and done again with its step. */
export interface Aside {
  undo(): void
  redo(): void
}

/** What takes a step back, or does it again, and what was selected when the document was like that. */
export interface HistoryStep {
  edits: readonly Edit[]
  selected: ReadonlySet<string>
  aside?: (() => void) | undefined
}

/** Undo and redo without limit. */
export class History<Label extends string = string> {
  private past: HistoryEntry<Label>[]
  private future: HistoryEntry<Label>[] = []
  /** What was selected after the last step, when it was undone. */
  private selectedLast: ReadonlySet<string> = new Set()

  constructor(past: readonly HistoryEntry<Label>[] = []) {
    this.past = [...past]
  }

  /** What can be taken back, the last step last. */
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

  /** @param selected what is selected now */
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

/** Values that are typed letter by letter: only the last of them is left of the run. */
const replaces = (later: readonly Edit[], earlier: readonly Edit[]): boolean =>
  later.length === earlier.length &&
  later.every((edit, i) => placeOf(edit) !== null && placeOf(edit) === placeOf(earlier[i]))

/** Where an edit sets a value; null for edits that do more than that. */
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
