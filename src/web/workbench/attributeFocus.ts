import { attributeFieldId } from './shellContext.ts'

/** Moves the focus to the next attribute of what is selected; coming from elsewhere, to the first without a value. */
export function focusNextAttribute(): void {
  const all = document.querySelectorAll<HTMLInputElement>(`input[id^="${attributeFieldId('')}"]:not(:disabled)`)
  const fields = [...all].filter(({ type }) => type !== 'hidden')
  const at = fields.findIndex((field) => field.matches(':focus'))
  const empty = fields.findIndex(({ type, value }) => type !== 'checkbox' && value === '')
  fields[at >= 0 ? (at + 1) % fields.length : Math.max(0, empty)]?.focus()
}
