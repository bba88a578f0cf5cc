const MAX_NAME_BYTES = 1024

export const FILE_NAME_WORDS =
  'a relative path of 1 to 1,024 bytes with / between its parts, without backslashes, control characters, empty parts, . and ..'

/** Whether a name can be that of an uploaded file; it is never used as a path of this machine. */
export function isFileName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(name) || !name.isWellFormed()) return false
  if (name.split('/').some((part) => part === '' || part === '.' || part === '..')) return false
  return new TextEncoder().encode(name).length <= MAX_NAME_BYTES
}
