/** Fields that take their value when they are left take it now, and keep the focus. Lists of choices stay open. */
export function commitField(field: Element | null): void {
  if (!(field instanceof HTMLInputElement) || field.hasAttribute('aria-haspopup')) return
  // React hears `onBlur` by this event.
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
