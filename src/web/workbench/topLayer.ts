const LAYERS = '.mantine-Popover-dropdown, .mantine-Menu-dropdown'

/** Closes the topmost popover or menu, wherever the focus is; false: there is none. A dialog handles its own keys. */
export function closeTopLayer(): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return true
  const open = [...document.querySelectorAll<HTMLElement>(LAYERS)].filter((layer) => layer.checkVisibility())
  const top = open.at(-1)
  top?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  return top !== undefined
}
