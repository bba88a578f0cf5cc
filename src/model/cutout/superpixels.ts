import type { PixelWindow } from '../livewire/edgeCosts.ts'
import { visitBeside } from './connected.ts'

/** Rounds of moving the centres; after these hardly a cell changes its segment. */
const ROUNDS = 6
/** How much a place counts against a colour: the higher, the rounder segments are (m of the paper). */
const COMPACTNESS = 12

interface Centres {
  /** Lightness and both opponent colours, then x and y, one centre after the other. */
  values: Float32Array
  count: number
}

/**
 * The segment number of each cell. Segments are connected, have one colour and about `side` × `side` cells, and their
 * borders follow edges of the picture (SLIC, Achanta et al. 2012).
 */
export function superpixels(pixels: PixelWindow, side: number): Int32Array {
  const { width, height } = pixels
  const colours = opponentColours(pixels)
  const centres = gridOfCentres(colours, width, height, side)
  const labels = new Int32Array(width * height).fill(-1)
  const nearest = new Float32Array(width * height)
  for (let round = 0; round < ROUNDS; round++) {
    nearest.fill(Number.POSITIVE_INFINITY)
    for (let k = 0; k < centres.count; k++) claim({ centres, k, colours, labels, nearest, width, height, side })
    moveCentres(centres, colours, labels, width)
  }
  return connected(labels, width, height, (side * side) / 4)
}

/** Near to how different colours look, and far cheaper than CIELAB: three floats a cell. */
function opponentColours({ rgba, width, height }: PixelWindow): Float32Array {
  const colours = new Float32Array(3 * width * height)
  for (let at = 0; at < width * height; at++) {
    const [red, green, blue] = [rgba[4 * at], rgba[4 * at + 1], rgba[4 * at + 2]]
    colours[3 * at] = (red + green + blue) / 7.65
    colours[3 * at + 1] = (red - green) / 2
    colours[3 * at + 2] = (red + green - 2 * blue) / 4
  }
  return colours
}

function gridOfCentres(colours: Float32Array, width: number, height: number, side: number): Centres {
  const columns = Math.max(1, Math.round(width / side))
  const rows = Math.max(1, Math.round(height / side))
  const values = new Float32Array(5 * columns * rows)
  for (let k = 0; k < columns * rows; k++) {
    const x = Math.floor((((k % columns) + 0.5) * width) / columns)
    const y = Math.floor(((Math.floor(k / columns) + 0.5) * height) / rows)
    const at = 3 * (y * width + x)
    values.set([colours[at], colours[at + 1], colours[at + 2], x, y], 5 * k)
  }
  return { values, count: columns * rows }
}

interface Claim {
  centres: Centres
  k: number
  colours: Float32Array
  labels: Int32Array
  nearest: Float32Array
  width: number
  height: number
  side: number
}

/** Gives a centre the cells around it that are nearer to it than to those before it. */
function claim({ centres: { values }, k, colours, labels, nearest, width, height, side }: Claim): void {
  const [l, a, b, x, y] = values.subarray(5 * k, 5 * k + 5)
  const perCell = (COMPACTNESS / side) ** 2
  const [left, right] = [Math.max(0, Math.floor(x - side)), Math.min(width - 1, Math.ceil(x + side))]
  const [top, bottom] = [Math.max(0, Math.floor(y - side)), Math.min(height - 1, Math.ceil(y + side))]
  for (let cy = top; cy <= bottom; cy++) {
    for (let cx = left; cx <= right; cx++) {
      const at = cy * width + cx
      const [dl, da, db] = [colours[3 * at] - l, colours[3 * at + 1] - a, colours[3 * at + 2] - b]
      const far = dl * dl + da * da + db * db + perCell * ((cx - x) ** 2 + (cy - y) ** 2)
      if (far >= nearest[at]) continue
      nearest[at] = far
      labels[at] = k
    }
  }
}

function moveCentres({ values, count }: Centres, colours: Float32Array, labels: Int32Array, width: number): void {
  const sums = new Float64Array(6 * count)
  for (let at = 0; at < labels.length; at++) {
    if (labels[at] < 0) continue
    const s = 6 * labels[at]
    for (let c = 0; c < 3; c++) sums[s + c] += colours[3 * at + c]
    sums[s + 3] += at % width
    sums[s + 4] += Math.floor(at / width)
    sums[s + 5]++
  }
  for (let k = 0; k < count; k++)
    for (let c = 0; c < 5; c++) if (sums[6 * k + 5] > 0) values[5 * k + c] = sums[6 * k + c] / sums[6 * k + 5]
}

/** Numbers each connected part of a segment separately; a part that is too small joins its neighbour. */
function connected(labels: Int32Array, width: number, height: number, least: number): Int32Array {
  const made = new Int32Array(labels.length).fill(-1)
  let count = 0
  for (let start = 0; start < labels.length; start++) {
    if (made[start] >= 0) continue
    const beside = start % width > 0 ? made[start - 1] : start >= width ? made[start - width] : -1
    const part = [start]
    made[start] = count
    const take = (at: number) => {
      if (made[at] >= 0 || labels[at] !== labels[start]) return
      made[at] = count
      part.push(at)
    }
    for (let i = 0; i < part.length; i++) visitBeside(part[i], width, height, take)
    if (part.length < least && beside >= 0) for (const at of part) made[at] = beside
    else count++
  }
  return made
}

/**
 * The borders between segments: 1 in the cell before a border, 2 in the cell after it, by rows and columns; otherwise
 * 0.
 */
export function segmentBorders(segments: Int32Array, { width, height }: { width: number; height: number }): Uint8Array {
  const sides = new Uint8Array(segments.length)
  for (let at = 0; at < segments.length; at++) {
    const right = at % width < width - 1 ? at + 1 : at
    const below = at < width * (height - 1) ? at + width : at
    for (const next of [right, below]) {
      if (segments[next] === segments[at]) continue
      sides[at] ||= 1
      sides[next] = 2
    }
  }
  return sides
}

/** A line over segments, in cells. */
interface SegmentStroke {
  points: readonly { x: number; y: number }[]
  isObject: boolean
}

/** 1 in the segments that the strokes touch: one after the other takes in, or takes away. */
export function touchedSegments(
  segments: Int32Array,
  { width, height }: { width: number; height: number },
  strokes: readonly SegmentStroke[],
): Uint8Array {
  const taken = new Set<number>()
  for (const { points, isObject } of strokes) {
    points.forEach((to, i) => {
      const from = points[Math.max(0, i - 1)]
      const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y)))
      for (let step = 0; step <= steps; step++) {
        const x = Math.floor(from.x + ((to.x - from.x) * step) / steps)
        const y = Math.floor(from.y + ((to.y - from.y) * step) / steps)
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        const segment = segments[y * width + x]
        if (isObject) taken.add(segment)
        else taken.delete(segment)
      }
    })
  }
  return Uint8Array.from(segments, (segment) => (taken.has(segment) ? 1 : 0))
}
