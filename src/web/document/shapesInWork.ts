import type { CommandStore } from './commandStore.ts'
import type { KeptShape, ShapeInWork } from './shapeInWork.ts'

/** Where shapes are drawn: takes them back point by point, before anything that is finished. */
export interface UndoableDrawing {
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Something is shown that only Enter makes an object or labels: an area, points, a box around points. */
  readonly isOffering: boolean
  /** false: the last step was something else. */
  undo(): boolean
  redo(): boolean
  /** The key of the active tool was pressed again. */
  takeUp(): void
}

/**
 * Unfinished shapes, one per frame and tool, stored on this computer until they are finished or discarded: they survive
 * another tool, another frame or a reload.
 */
export class ShapesInWork {
  readonly #store: CommandStore
  readonly #key: string
  readonly #kept = new Map<string, KeptShape>()
  readonly #onChange: () => void
  #drawing: UndoableDrawing | null = null

  constructor(store: CommandStore, key: string, kept: readonly KeptShape[], onChange: () => void) {
    this.#onChange = onChange
    this.#store = store
    this.#key = key
    for (const one of kept) this.#kept.set(nameOf(one.frame, one.shape.tool), one)
  }

  get all(): readonly KeptShape[] {
    return [...this.#kept.values()]
  }

  /** What a person began to draw and neither finished nor discarded, in all frames. */
  get unfinishedCount(): number {
    return this.#kept.size + (this.#drawing?.isOffering ? 1 : 0)
  }

  at(frame: number, tool: string): ShapeInWork | null {
    return this.#kept.get(nameOf(frame, tool))?.shape ?? null
  }

  /** null: finished, or dropped. */
  put(frame: number, tool: string, shape: ShapeInWork | null): void {
    const name = nameOf(frame, tool)
    if (shape) this.#kept.set(name, { frame, shape })
    else if (!this.#kept.delete(name)) return
    this.#onChange()
    // Without storage on this computer it lives as long as the page.
    this.#store.putShapes(this.#key, this.all).catch(() => {})
  }

  /** The view that draws, until the answer is called. */
  use(drawing: UndoableDrawing): () => void {
    this.#drawing = drawing
    return () => {
      if (this.#drawing === drawing) this.#drawing = null
    }
  }

  get canUndo(): boolean {
    return this.#drawing?.canUndo ?? false
  }

  get canRedo(): boolean {
    return this.#drawing?.canRedo ?? false
  }

  undo(): boolean {
    const isDone = this.#drawing?.undo() ?? false
    if (isDone) this.#onChange()
    return isDone
  }

  redo(): boolean {
    const isDone = this.#drawing?.redo() ?? false
    if (isDone) this.#onChange()
    return isDone
  }

  takeUp(): void {
    this.#drawing?.takeUp()
    this.#onChange()
  }
}

const nameOf = (frame: number, tool: string): string => `${frame}/${tool}`
