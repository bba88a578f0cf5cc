import { isSameValue } from '../../model/sameValue.ts'

/** State that others read and observe. Only its own class changes it. */
export interface Observable {
  readonly subscribe: (listener: () => void) => () => void
}

/** Listeners and their notification. Held privately; its owner only exposes `subscribe`. */
export class Signal implements Observable {
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly emit = (): void => {
    for (const listener of [...this.#listeners]) listener()
  }

  clear(): void {
    this.#listeners.clear()
  }
}

/**
 * Calls `listener` when the selected part changes, but not for the current part. A selector may return a new object,
 * array or set: they are compared by content.
 */
export function watch<Source extends Observable, Part>(
  source: Source,
  select: (source: Source) => Part,
  listener: (part: Part, before: Part) => void,
): () => void {
  let last = select(source)
  return source.subscribe(() => {
    const before = last
    const part = select(source)
    if (isSameValue(part, before)) return
    last = part
    listener(part, before)
  })
}
