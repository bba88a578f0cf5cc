/** What others write as numbers or as texts. `Number` and `String` would throw for some objects: `{"toString": 1}`. */

/** NaN if it is neither a number nor a numeric text. */
export const looseNumber = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN

/** Empty if it is neither a text nor a number. */
export const looseText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
