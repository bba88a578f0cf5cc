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

// Told apart by people with the common colour weaknesses as far as twelve colours can be (after Okabe and Ito, Tol).
const PALETTE = [
  '#e69f00',
  '#56b4e9',
  '#009e73',
  '#f0e442',
  '#d55e00',
  '#cc79a7',
  '#44aa99',
  '#999933',
  '#ee6677',
  '#aa4499',
  '#88ccee',
  '#ddcc77',
]

/** A colour that none of `used` has yet, while there are any. */
export function nextColor(used: readonly string[]): string {
  const taken = new Set(used.map(rgbText))
  const free = PALETTE.find((hex) => !taken.has(rgbText(hex)))
  return rgbText(free ?? PALETTE[used.length % PALETTE.length]) ?? 'rgb(128, 128, 128)'
}
