import { createContext, useContext, useEffect } from 'react'
import { useObserved } from '../../document/useObserved.ts'
import { closeTopLayer } from '../topLayer.ts'
import { chordOf, worksWhileTyping } from './chord.ts'
import { commitField } from './commitField.ts'
import type { BoundCommand, Command, Keymap } from './keymap.ts'

export const KeymapContext = createContext<Keymap | null>(null)

export function useKeymap(): Keymap {
  const keymap = useContext(KeymapContext)
  if (!keymap) throw new Error('keys are only known within a job')
  return keymap
}

/** Commands of a component for as long as it is shown. `commands` has to be the same array while nothing changes. */
export function useCommands(commands: readonly Command[]): void {
  const keymap = useKeymap()
  useEffect(() => keymap.register(commands), [keymap, commands])
}

export function useBoundCommands(): readonly BoundCommand[] {
  return useObserved(useKeymap(), ({ commands }) => commands)
}

/** A list that has the focus would take Ctrl+Enter for Enter. */
const GOES_FIRST = /^(Ctrl|Alt)\+|^F\d+$/

/** Keys of the whole window; those pressed in a dialog belong to the dialog. */
export function useKeyPresses(keymap: Keymap): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const target = event.target instanceof HTMLElement ? event.target : null
      if (target instanceof HTMLTextAreaElement && chordOf(event) === 'Ctrl+Enter') {
        // Submits the form in which the person writes, never the job.
        target.form?.requestSubmit()
        event.preventDefault()
        event.stopPropagation()
        return
      }
      if (target?.closest('[role="dialog"], [role="alertdialog"], [role="menu"]')) return
      const isTyping = target !== null && isTypingIn(target)
      if (isTyping && chordOf(event) === 'Esc') {
        // The first Escape leaves the field, the next one reaches the job.
        target.blur()
        event.preventDefault()
        return
      }
      if (chordOf(event) === 'Esc' && closeTopLayer()) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      if (isTyping && worksWhileTyping(chordOf(event) ?? '')) commitField(target)
      if (!keymap.press(event, isTyping)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const pressFirst = (event: KeyboardEvent) => {
      if (GOES_FIRST.test(chordOf(event) ?? '')) press(event)
    }
    window.addEventListener('keydown', pressFirst, { capture: true })
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', pressFirst, { capture: true })
      window.removeEventListener('keydown', press)
    }
  }, [keymap])
}

const NOT_TYPED = new Set(['button', 'checkbox', 'radio', 'range', 'submit', 'color'])

export const isTypingIn = (target: HTMLElement): boolean =>
  target.isContentEditable ||
  target.matches('textarea, select') ||
  (target instanceof HTMLInputElement && !NOT_TYPED.has(target.type))
