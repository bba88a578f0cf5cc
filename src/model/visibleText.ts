/**
 * Characters that control the display instead of being shown: control characters (a terminal takes them for commands, a
 * line may end in the middle), line and paragraph separators, and marks of the writing direction.
 */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** The text as it may be written to a terminal, a log, a table or a mail: steering characters as `\u001b`. */
export const visibleText = (text: string): string =>
  text.replace(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const STEERING_LINES = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** The same, but tabs and line breaks stay: for text with intended layout, JSON included. */
export const visibleLines = (text: string): string => text.replace(STEERING_LINES, visibleText)

/** JSON schema pattern of a name without them. */
export const NAME_PATTERN =
  '^[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]*$'
