/**
 * Masks as uncompressed COCO run lengths: column by column, background and foreground in turn, beginning with
 * background (a first run of 0 where the first pixel is foreground).
 */
export interface RunLengthMask {
  heightPx: number
  widthPx: number
  counts: readonly number[]
}

/** From pixels row by row, anything but 0 is foreground. */
export function encodeMask(pixels: Uint8Array, heightPx: number, widthPx: number): RunLengthMask {
  if (pixels.length !== heightPx * widthPx) throw new RangeError('a mask has a value for each pixel')
  const counts: number[] = []
  let current = false
  let run = 0
  for (let x = 0; x < widthPx; x++) {
    for (let y = 0; y < heightPx; y++) {
      const value = pixels[y * widthPx + x] !== 0
      if (value !== current) {
        counts.push(run)
        run = 0
        current = value
      }
      run++
    }
  }
  counts.push(run)
  return { heightPx, widthPx, counts }
}

/** To pixels row by row, 1 for foreground. */
export function decodeMask({ heightPx, widthPx, counts }: RunLengthMask): Uint8Array {
  const pixels = new Uint8Array(heightPx * widthPx)
  forEachRun(counts, (start, end) => {
    for (let at = start; at < end; at++) pixels[(at % heightPx) * widthPx + Math.floor(at / heightPx)] = 1
  })
  return pixels
}

/** Foreground pixels. */
export function runsArea({ counts }: Pick<RunLengthMask, 'counts'>): number {
  let area = 0
  for (let i = 1; i < counts.length; i += 2) area += counts[i]
  return area
}

/** The smallest box of whole pixels around the foreground; right and bottom are exclusive. null when it is empty. */
export function runsBounds(mask: RunLengthMask): { left: number; top: number; right: number; bottom: number } | null {
  const { heightPx } = mask
  let left = Number.POSITIVE_INFINITY
  let right = 0
  let top = Number.POSITIVE_INFINITY
  let bottom = 0
  forEachRun(mask.counts, (start, end) => {
    const first = Math.floor(start / heightPx)
    const last = Math.floor((end - 1) / heightPx)
    left = Math.min(left, first)
    right = Math.max(right, last + 1)
    // A run that continues into the next column touches the bottom of one and the top of the other.
    top = Math.min(top, first === last ? start % heightPx : 0)
    bottom = Math.max(bottom, first === last ? ((end - 1) % heightPx) + 1 : heightPx)
  })
  return right === 0 ? null : { left, top, right, bottom }
}

/** Runs of foreground as [start, end) in column order. */
function forEachRun(counts: readonly number[], visit: (start: number, end: number) => void): void {
  let at = 0
  for (let i = 0; i < counts.length; i++) {
    if (i % 2 === 1 && counts[i] > 0) visit(at, at + counts[i])
    at += counts[i]
  }
}
