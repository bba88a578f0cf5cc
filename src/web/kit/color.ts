import { CLASS_PALETTE, UNKNOWN_CLASS } from '../tokens.ts'

/** `rgb(r, g, b)`, as results carry it, from `#rrggbb`; null when it is neither. */
export function rgbText(text: string): string | null {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim())
  if (hex)
    return `rgb(${hex
      .slice(1)
      .map((part) => Number.parseInt(part, 16))
      .join(', ')})`
  const parts = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(text.trim())?.slice(1).map(Number)
  return parts?.every((part) => part <= 255) ? `rgb(${parts.join(', ')})` : null
}

/** `#rrggbb` of `rgb(r, g, b)`; grey for what cannot be read. */
export function hexOf(rgb: string): string {
  const parts = rgbText(rgb)?.match(/\d+/g) ?? ['128', '128', '128']
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}

/** A colour that is not in `used`, as long as there are any. */
export function nextColor(used: readonly string[]): string {
  const taken = new Set(used.map(rgbText))
  const free = CLASS_PALETTE.find((hex) => !taken.has(rgbText(hex)))
  return rgbText(free ?? CLASS_PALETTE[used.length % CLASS_PALETTE.length]) ?? UNKNOWN_CLASS
}
