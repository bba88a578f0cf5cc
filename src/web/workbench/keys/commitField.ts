/** Fields that take their value when they are left take it now, and keep the focus. Lists of choices stay open. */
export function commitField(field: Element | null): void {
  if (!(field instanceof HTMLInputElement) || field.hasAttribute('aria-haspopup')) return
  // React listens to this event for `onBlur`.
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
