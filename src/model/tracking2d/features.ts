const ORIENTATIONS = 9
const CELL = 4
/** Weaker than this everything is noise. */
const LEAST_ENERGY = 4

/** By channel, of cells of four samples a side: how strong edges of each orientation are, then lightness and two colours. */
export const CHANNELS = ORIENTATIONS + 3

/** Edges are measured against those around them, so that light and blur change little (after Dalal and Triggs 2005). */
export function patchFeatures(patch: Float32Array, size: number): Float32Array[] {
  const cells = size / CELL
  const channels = Array.from({ length: CHANNELS }, () => new Float32Array(cells * cells))
  const light = lightOf(patch)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = y * size + x
      const dx = light[x + 1 < size ? at + 1 : at] - light[x > 0 ? at - 1 : at]
      const dy = light[y + 1 < size ? at + size : at] - light[y > 0 ? at - size : at]
      const cell = Math.floor(y / CELL) * cells + Math.floor(x / CELL)
      const strength = Math.hypot(dx, dy)
      const turn = ((Math.atan2(dy, dx) / Math.PI + 1) % 1) * ORIENTATIONS
      const bin = Math.floor(turn) % ORIENTATIONS
      const share = turn - Math.floor(turn)
      channels[bin][cell] += strength * (1 - share)
      channels[(bin + 1) % ORIENTATIONS][cell] += strength * share
      const [red, green, blue] = [patch[3 * at], patch[3 * at + 1], patch[3 * at + 2]]
      const part = 1 / (255 * CELL * CELL)
      channels[ORIENTATIONS][cell] += (light[at] - 128) * part
      channels[ORIENTATIONS + 1][cell] += (red - green) * part
      channels[ORIENTATIONS + 2][cell] += ((red + green) / 2 - blue) * part
    }
  }
  normalise(channels, cells)
  return channels
}

const lightOf = (patch: Float32Array): Float32Array =>
  Float32Array.from({ length: patch.length / 3 }, (_, i) => (patch[3 * i] + patch[3 * i + 1] + patch[3 * i + 2]) / 3)

function normalise(channels: readonly Float32Array[], cells: number): void {
  const energy = new Float32Array(cells * cells)
  for (let bin = 0; bin < ORIENTATIONS; bin++)
    for (let i = 0; i < energy.length; i++) energy[i] += channels[bin][i] ** 2
  for (let y = 0; y < cells; y++) {
    for (let x = 0; x < cells; x++) {
      let [around, count] = [0, 0]
      for (let ny = Math.max(0, y - 1); ny <= Math.min(cells - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(cells - 1, x + 1); nx++) {
          around += energy[ny * cells + nx]
          count++
        }
      }
      const scale = 1 / (Math.sqrt(around / count) + LEAST_ENERGY * CELL)
      for (let bin = 0; bin < ORIENTATIONS; bin++) channels[bin][y * cells + x] *= scale
    }
  }
}
