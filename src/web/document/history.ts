import type { Edit } from '../../model/document/operations/documentOperation.ts'

/** One step of undo: what was done, and what takes it back, each in the order in which it is applied. */
export interface HistoryEntry<Label extends string = string> {
  label: Label
  done: readonly Edit[]
  undone: readonly Edit[]
  /** What was selected before: objects that undo brings back are selected again. */
  selected: ReadonlySet<string>
  /** Steps of one run become one step, as long as nothing else is done between them. */
  run?: object
}

/** Undo and redo without limit. */
export class History<Label extends string = string> {
  private past: HistoryEntry<Label>[] = []
  private future: HistoryEntry<Label>[] = []

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

  takeUndo(): HistoryEntry<Label> | null {
    const entry = this.past.pop()
    if (!entry) return null
    this.future.push(entry)
    return entry
  }

  takeRedo(): HistoryEntry<Label> | null {
    const entry = this.future.pop()
    if (!entry) return null
    this.past.push(entry)
    return entry
  }
}

const joined = <Label extends string>(
  before: HistoryEntry<Label>,
  entry: HistoryEntry<Label>,
): HistoryEntry<Label> => ({
  ...before,
  done: [...before.done, ...entry.done],
  undone: [...entry.undone, ...before.undone],
})
