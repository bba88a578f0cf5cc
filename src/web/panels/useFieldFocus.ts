import { useLayoutEffect } from 'react'
import { useObserved } from '../document/useObserved.ts'
import { attributeFieldId, useShell } from '../workbench/shellContext.ts'

/** A closed list returns the keys to the job: class and tool keys work immediately. */
export function leaveField(id: string): void {
  const field = document.getElementById(id)
  if (field?.matches(':focus')) field.blur()
}

/** The field of an attribute follows the focus that keys move, and reports when Tab or the pointer enters it. */
export function useFieldFocus(name: string, onEntered: () => void = () => {}) {
  const { attributeFocus } = useShell()
  const isFocused = useObserved(attributeFocus, (focus) => focus.name === name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens on entering is called on entering alone
  useLayoutEffect(() => {
    const field = document.getElementById(attributeFieldId(name))
    if (!isFocused) return leaveField(attributeFieldId(name))
    if (!field || field.matches(':focus')) return
    field.focus()
    onEntered()
  }, [isFocused, name])
  return {
    onFocus: () => attributeFocus.entered(name),
    onBlur: () => attributeFocus.left(name),
  }
}
