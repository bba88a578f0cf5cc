/** Colours of a window of an image, row by row, four bytes a cell. */
export interface PixelWindow {
  rgba: Uint8ClampedArray
  width: number
  height: number
}

/** The cost of a step onto a cell: 1 along the strongest edge, this without an edge. */
export const HIGHEST_COST = 96
/** The strongest edges differ; above this share all count alike. */
const STRONG_SHARE = 0.98
/** Weaker than this (of 255) is noise, however quiet the window is. */
const LEAST_CONTRAST = 12
/** A cell next to the crest of an edge counts as an edge this weak. */
const BESIDE_CREST = 0.4

/**
 * What it costs a line to go over each cell: little along edges of any colour, much over plain areas. Gradients are
 * those of Scharr, the largest of the three channels; only their crests count in full (Mortensen and Barrett 1995).
 */
export function edgeCosts(pixels: PixelWindow): Uint8Array {
  const { width, height } = pixels
  const { strengths, isUpright } = gradients(pixels)
  const strong = Math.max(LEAST_CONTRAST, quantileOf(strengths, STRONG_SHARE))
  const costs = new Uint8Array(width * height).fill(HIGHEST_COST)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const step = isUpright[at] ? 1 : width
      const isCrest = strengths[at] >= strengths[at - step] && strengths[at] >= strengths[at + step]
      const share = Math.min(1, strengths[at] / strong) * (isCrest ? 1 : BESIDE_CREST)
      const plain = 1 - share
      costs[at] = 1 + Math.round((HIGHEST_COST - 1) * plain * plain)
    }
  }
  return costs
}

/** By cell, how strong the edge is, and whether it runs more upright than level. */
function gradients({ rgba, width, height }: PixelWindow): { strengths: Uint8Array; isUpright: Uint8Array } {
  const strengths = new Uint8Array(width * height)
  const isUpright = new Uint8Array(width * height)
  const row = 4 * width
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      let strongest = 0
      let upright = false
      for (let channel = 0; channel < 3; channel++) {
        const i = y * row + 4 * x + channel
        const [above, below] = [i - row, i + row]
        const dx =
          3 * (rgba[above + 4] - rgba[above - 4] + rgba[below + 4] - rgba[below - 4]) + 10 * (rgba[i + 4] - rgba[i - 4])
        const dy =
          3 * (rgba[below - 4] - rgba[above - 4] + rgba[below + 4] - rgba[above + 4]) + 10 * (rgba[below] - rgba[above])
        const strength = (Math.abs(dx) + Math.abs(dy)) / 16
        if (strength <= strongest) continue
        strongest = strength
        upright = Math.abs(dx) > Math.abs(dy)
      }
      strengths[y * width + x] = Math.min(255, strongest)
      isUpright[y * width + x] = upright ? 1 : 0
    }
  }
  return { strengths, isUpright }
}

function quantileOf(values: Uint8Array, share: number): number {
  const counts = new Uint32Array(256)
  for (const value of values) counts[value]++
  let left = (1 - share) * values.length
  for (let value = 255; value > 0; value--) {
    left -= counts[value]
    if (left < 0) return value
  }
  return 0
}
