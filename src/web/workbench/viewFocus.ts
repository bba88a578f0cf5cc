/** Whether keys apply to the view: it has the focus, or nothing has. */
export const isViewFocused = (): boolean =>
  document.activeElement === document.body || Boolean(document.activeElement?.matches('[role="application"]'))

/** Areas of the workbench, in the order that a key goes through them. */
const AREAS = ['.bench-top', '.tool-strip', '.bench-view', '.sidebar', '.bench-timeline']
const FOCUSABLE = 'a[href], button:not(:disabled):not([tabindex="-1"]), input:not(:disabled), [tabindex="0"]'

/** Moves the focus to the next or previous area; the canvas counts as the view. */
export function focusNextArea(step: 1 | -1): void {
  const places = AREAS.flatMap((selector) => {
    const area = document.querySelector<HTMLElement>(selector)
    const view = area?.querySelector<HTMLElement>('[role="application"]')
    const target = view ?? area?.querySelector<HTMLElement>(FOCUSABLE)
    return area && target ? [{ area, target }] : []
  })
  const at = isViewFocused()
    ? places.findIndex(({ target }) => target.matches('[role="application"]'))
    : places.findIndex(({ area }) => area.contains(document.activeElement))
  places.at((at + step) % places.length)?.target.focus()
}

/** Marks in the page whether keys move the focus: after a press, a ring around the picture would only distract. */
export function noteFocusByKey(): () => void {
  const controller = new AbortController()
  const note = (isByKey: boolean) => document.documentElement.toggleAttribute('data-focus-by-key', isByKey)
  const options = { signal: controller.signal, capture: true }
  window.addEventListener('pointerdown', () => note(false), options)
  window.addEventListener('keydown', ({ key }) => (key === 'Tab' || key === 'F6') && note(true), options)
  return () => controller.abort()
}
