import type { KeyPress } from '../../../src/web/workbench/keys/chord.ts'

const KEYS: Readonly<Record<string, string>> = {
  Space: ' ',
  Esc: 'Escape',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Plus: '+',
}

/** The press behind the name of a chord. */
export function pressOf(chord: string): KeyPress {
  const parts = chord.split('+')
  const name = parts.pop() ?? ''
  const isLetter = /^[A-Z]$/.test(name)
  const isShifted = parts.includes('Shift')
  const code = isLetter ? `Key${name}` : /^\d$/.test(name) ? `Digit${name}` : ''
  return {
    key: KEYS[name] ?? (isLetter && !isShifted ? name.toLowerCase() : name),
    code,
    ctrlKey: parts.includes('Ctrl'),
    metaKey: false,
    altKey: parts.includes('Alt'),
    shiftKey: isShifted,
  }
}
