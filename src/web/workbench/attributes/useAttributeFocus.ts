import { useEffect, useMemo } from 'react'
import type { EditorSession } from '../../document/session.ts'
import { isTypingIn } from '../keys/useKeymap.ts'
import { attributeFieldId } from '../shellContext.ts'
import { AttributeFocus } from './attributeFocus.ts'

/** Hands digits to the attribute that has the focus, before any field or command gets them. */
export function useAttributeFocus(session: EditorSession): AttributeFocus {
  const focus = useMemo(() => new AttributeFocus(session), [session])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null
      if (!focus.isOn || target?.closest('[role="dialog"], [role="alertdialog"], [role="menu"]')) return
      if (event.key === 'Escape') return focus.leave()
      const digit = digitOf(event)
      if (digit === null) return
      const isOtherField = target !== null && isTypingIn(target) && !target.id.startsWith(attributeFieldId(''))
      if (isOtherField) return focus.leave()
      // A digit that is held down answers once.
      if (!event.repeat && !focus.takeDigit(digit)) return
      if (event.repeat && focus.isText) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const leave = focus.attach()
    window.addEventListener('keydown', press, { capture: true })
    return () => {
      leave()
      window.removeEventListener('keydown', press, { capture: true })
    }
  }, [focus])
  return focus
}

function digitOf({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): number | null {
  return !ctrlKey && !altKey && !metaKey && !shiftKey && /^[1-9]$/.test(key) ? Number(key) : null
}
