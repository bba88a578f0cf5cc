/** What tells its listeners after each change. */
export interface Observable {
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Calls `listener` when the selected part is another one than before; not for the part as it is now. Parts are compared
 * by identity: select what is held, never something made by the selector.
 */
export function watch<Source extends Observable, Part>(
  source: Source,
  select: (source: Source) => Part,
  listener: (part: Part, before: Part) => void,
): () => void {
  let last = select(source)
  return source.subscribe(() => {
    const before = last
    last = select(source)
    if (!Object.is(last, before)) listener(last, before)
  })
}
