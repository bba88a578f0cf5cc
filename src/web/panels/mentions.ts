/** What is being typed of a person's name before the caret; null: no mention. */
export interface TypedMention {
  /** Where the `@` stands. */
  start: number
  query: string
}

const LONGEST = 40

export function mentionBefore(text: string, caret: number): TypedMention | null {
  const found = /(?<![\p{L}\p{N}])@([\p{L}\p{N}][^@\n]*)?$/u.exec(text.slice(0, caret))
  const query = found?.[1] ?? ''
  return found && query.length <= LONGEST ? { start: found.index, query } : null
}

/** The text with the person named, and where the caret stands then. */
export function withMention(
  text: string,
  caret: number,
  { start }: TypedMention,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}
