/** Foreground pixels. */
export function maskArea(counts: readonly number[]): number {
  let area = 0
  for (let i = 1; i < counts.length; i += 2) area += counts[i]
  return area
}

/** Pixel bounds of the foreground: left and top included, right and bottom excluded; null if there is none. */
export function maskBounds(counts: readonly number[], heightPx: number) {
  let left = Infinity
  let right = -Infinity
  let top = Infinity
  let bottom = -Infinity
  let at = 0
  for (let i = 0; i < counts.length; i++) {
    const end = at + counts[i]
    if (i % 2 === 1 && end > at) {
      const [firstColumn, lastColumn] = [Math.floor(at / heightPx), Math.floor((end - 1) / heightPx)]
      left = Math.min(left, firstColumn)
      right = Math.max(right, lastColumn + 1)
      top = firstColumn === lastColumn ? Math.min(top, at % heightPx) : 0
      bottom = firstColumn === lastColumn ? Math.max(bottom, ((end - 1) % heightPx) + 1) : heightPx
    }
    at = end
  }
  return left === Infinity ? null : { left, top, right, bottom }
}

/** COCO's text of run lengths (rleToString of cocoapi's maskApi.c): differences to two runs before, 5 bits a character. */
export function compressRuns(counts: readonly number[]): string {
  let text = ''
  for (let i = 0; i < counts.length; i++) {
    let value = i > 2 ? counts[i] - counts[i - 2] : counts[i]
    for (let more = true; more; ) {
      let bits = value & 0x1f
      value >>= 5
      more = bits & 0x10 ? value !== -1 : value !== 0
      if (more) bits |= 0x20
      text += String.fromCharCode(bits + 48)
    }
  }
  return text
}

/** The runs of a compressed text; null if it is not one. */
export function expandRuns(text: string): number[] | null {
  const counts: number[] = []
  for (let at = 0; at < text.length; ) {
    let value = 0
    let shift = 0
    for (let more = true; more; shift += 5) {
      const bits = text.charCodeAt(at++) - 48
      if (!(bits >= 0 && bits < 64) || shift > 30) return null
      value |= (bits & 0x1f) << shift
      more = (bits & 0x20) !== 0
      if (!more && bits & 0x10) value |= -1 << (shift + 5)
    }
    counts.push(counts.length > 2 ? value + counts[counts.length - 2] : value)
  }
  return counts.every((run) => run >= 0) ? counts : null
}
