/** The typed part of a person's name before the caret; null: no mention. */
export interface TypedMention {
  /** The index of the `@`. */
  start: number
  query: string
}

const LONGEST = 40

export function mentionBefore(text: string, caret: number): TypedMention | null {
  const found = /(?<![\p{L}\p{N}])@([\p{L}\p{N}][^@\n]*)?$/u.exec(text.slice(0, caret))
  const query = found?.[1] ?? ''
  return found && query.length <= LONGEST ? { start: found.index, query } : null
}

/** The text with the person's name, and the new position of the caret. */
export function withMention(
  text: string,
  caret: number,
  { start }: TypedMention,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}
