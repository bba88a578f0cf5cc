import { useRef, useState } from 'react'
import { attributeFieldId } from '../workbench/shellContext.ts'
import { leaveField, useFieldFocus } from './useFieldFocus.ts'

/** A list of choices that opens when keys reach its field, so that digits are not blind. */
export function useChoiceList(name: string) {
  const [isOpen, setOpen] = useState(false)
  const isByFocus = useRef(false)
  const isPressed = useRef(false)
  const open = () => {
    isByFocus.current = true
    setOpen(true)
  }
  const focus = useFieldFocus(name, open)
  return {
    props: {
      ...focus,
      dropdownOpened: isOpen,
      onDropdownOpen: () => setOpen(true),
      onDropdownClose: () => {
        // The press that reaches for a list which has opened by itself does not close it.
        const isReached = isByFocus.current && isPressed.current
        isByFocus.current = false
        isPressed.current = false
        if (isReached) return
        setOpen(false)
        leaveField(attributeFieldId(name))
      },
      onMouseDown: () => {
        isPressed.current = true
      },
      // Heard after the list has opened or closed by the press.
      onClick: () => {
        isPressed.current = false
      },
      onKeyUp: ({ key }: { key: string }) => key === 'Tab' && open(),
    },
  }
}
