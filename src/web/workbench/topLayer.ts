const LAYERS = '.mantine-Popover-dropdown, .mantine-Menu-dropdown'

/** Closes the popover or menu that lies on top, wherever the focus is; false: there is none. A dialog keeps its keys. */
export function closeTopLayer(): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return true
  const open = [...document.querySelectorAll<HTMLElement>(LAYERS)].filter((layer) => layer.checkVisibility())
  const top = open.at(-1)
  top?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  return top !== undefined
}
