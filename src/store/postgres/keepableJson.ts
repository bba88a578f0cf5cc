/** Names and messages may come out of files as they are; the database takes neither NUL nor half of a surrogate pair. */
export const keepableJson = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\ufffd') : part))
