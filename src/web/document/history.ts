import type { Edit } from '../../model/document/operations/documentOperation.ts'

/** One step of undo: what was done, and what takes it back, each in the order in which it is applied. */
export interface HistoryEntry {
  label: string
  done: readonly Edit[]
  undone: readonly Edit[]
  /** What was selected before: objects that undo brings back are selected again. */
  selected: ReadonlySet<string>
  /** Steps of one run become one step, as long as nothing else is done between them. */
  run?: object
}

/** Undo and redo without limit. */
export class History {
  private past: HistoryEntry[] = []
  private future: HistoryEntry[] = []

  get canUndo(): boolean {
    return this.past.length > 0
  }

  get canRedo(): boolean {
    return this.future.length > 0
  }

  get undoLabel(): string | null {
    return this.past.at(-1)?.label ?? null
  }

  get redoLabel(): string | null {
    return this.future.at(-1)?.label ?? null
  }

  push(entry: HistoryEntry): void {
    const before = entry.run && this.past.at(-1)?.run === entry.run ? this.past.pop() : undefined
    this.past.push(before ? joined(before, entry) : entry)
    this.future = []
  }

  takeUndo(): HistoryEntry | null {
    const entry = this.past.pop()
    if (!entry) return null
    this.future.push(entry)
    return entry
  }

  takeRedo(): HistoryEntry | null {
    const entry = this.future.pop()
    if (!entry) return null
    this.past.push(entry)
    return entry
  }
}

const joined = (before: HistoryEntry, entry: HistoryEntry): HistoryEntry => ({
  ...before,
  done: [...before.done, ...entry.done],
  undone: [...entry.undone, ...before.undone],
})
