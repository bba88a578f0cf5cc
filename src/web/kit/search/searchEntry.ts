/** Something that the search leads to or does. */
export interface SearchEntry {
  id: string
  label: string
  /** Distinguishes it from entries with the same label, or shows its keys. */
  hint?: string
  run(): void
}

export interface SearchGroup {
  name: string
  entries: readonly SearchEntry[]
}

/** Entries with all words of the query in their texts, those that begin with it first. */
export function matching(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const whole = query.trim().toLowerCase()
  const words = whole.split(/\s+/)
  const found = entries.filter(({ label, hint = '' }) => {
    const text = `${label} ${hint}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const isFirst = ({ label }: SearchEntry) => label.toLowerCase().startsWith(whole)
  return [...found.filter(isFirst), ...found.filter((entry) => !isFirst(entry))]
}
