import { isSameValue } from '../../model/sameValue.ts'

/** State that others read and observe. Only its own class changes it. */
export interface Observable {
  readonly subscribe: (listener: () => void) => () => void
}

/** Listeners and how they hear of a change. Held privately; its owner passes on `subscribe` alone. */
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
 * Calls `listener` when the selected part has another value than before; not for the part as it is now. A selector may
 * answer a new object, array or set: they are compared by what they hold.
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
