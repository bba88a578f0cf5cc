const collator = new Intl.Collator('en', { numeric: true })

/** Compares paths with numbers in natural order: `2.png` comes before `10.png`. Equal only for equal paths. */
export const naturalOrder = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
