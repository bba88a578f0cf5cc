/** The fields of KeyboardEvent that matter here. */
export interface KeyPress {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  repeat?: boolean
}

const MODIFIERS = new Set([
  'Control',
  'Meta',
  'Alt',
  'Shift',
  'AltGraph',
  'CapsLock',
  'NumLock',
  'Dead',
  'Unidentified',
])
const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  Escape: 'Esc',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  '+': 'Plus',
}

/**
 * The name of a key with its modifiers, such as `Ctrl+Shift+K`, `?`, `Shift+Left`; null for a modifier alone. Command
 * on a Mac counts as Ctrl. A sign that needs Shift on this keyboard is named by the sign alone, so that `?` is `?`
 * everywhere.
 */
export function chordOf(press: KeyPress): string | null {
  if (MODIFIERS.has(press.key)) return null
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(press.code)?.[1]
  // With Alt a Mac types special characters: the letter is that printed on the key.
  const letter = press.altKey ? /^Key([A-Z])$/.exec(press.code)?.[1] : undefined
  const key = letter ?? (digit && (press.shiftKey || /^\d$/.test(press.key)) ? digit : press.key)
  const name = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase() && !/\d/.test(key) && key !== ' '
  return [
    ...(press.ctrlKey || press.metaKey ? ['Ctrl'] : []),
    ...(press.altKey ? ['Alt'] : []),
    ...(press.shiftKey && !isSign ? ['Shift'] : []),
    name,
  ].join('+')
}

/** A chord in the notation of this machine's keys. */
export function shownChord(chord: string, isMac: boolean): string {
  const arrows = chord
    .replace(/\bLeft$/, '←')
    .replace(/\bRight$/, '→')
    .replace(/\bUp$/, '↑')
    .replace(/\bDown$/, '↓')
    .replace(/\bPlus$/, '+')
  return isMac ? arrows.replace('Ctrl+', '⌘').replace('Alt+', '⌥').replace('Shift+', '⇧') : arrows
}

/** Whether the chord may be used while a text field has the focus. */
export const worksWhileTyping = (chord: string): boolean => /^(Ctrl|Alt)\+|^F\d+$|^Esc$/.test(chord)
