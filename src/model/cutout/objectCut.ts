import type { PixelWindow } from '../livewire/edgeCosts.ts'
import { ColourModel } from './colourModel.ts'
import { type CellGrid, connectedParts, fillHoles } from './connected.ts'
import { BACKGROUND, gridCut, LINK_STEPS, OBJECT, OPEN } from './gridCut.ts'

/** The cost of a border without visible contrast; 50 in the paper. */
const BORDER_COST = 50
/** Costs are whole numbers of this size. */
const UNIT = 16
const MOST_ROUNDS = 6
/** When fewer cells than this share change their side, it is done. */
const SETTLED_SHARE = 0.002
/** The most cells in which colours are learned and the first cut is made. */
const COARSE_CELLS = 26_000
/** Parts smaller than this share of the largest are crumbs, unless a stroke is on them. */
const CRUMB_SHARE = 0.05
/** Holes smaller than this share of the object are filled, unless a stroke is in them. */
const HOLE_SHARE = 0.02

/** A window with the marks of its cells: BACKGROUND, OBJECT or OPEN; `strokes` are those that a person drew. */
export interface CutTask {
  pixels: PixelWindow
  marks: Uint8Array
  strokes: Uint8Array
}

/**
 * Cuts out the object in a box (GrabCut: Rother, Kolmogorov and Blake 2004). It alternates between learning the colours
 * of object and ground and cutting between them, first with few cells, then once more along the border with all
 * (Lombaert et al. 2005). The answer is 1 where the object is.
 */
export function objectCut({ pixels, marks, strokes }: CutTask): Uint8Array {
  const { width, height } = pixels
  const factor = Math.max(1, Math.ceil(Math.sqrt((width * height) / COARSE_CELLS)))
  const coarse = factor === 1 ? pixels : coarserPixels(pixels, factor)
  const { cells, colours } = learnedCut(coarse, factor === 1 ? marks : coarserMarks(marks, width, height, factor))
  if (factor === 1) return cleaned(cells, pixels, strokes)
  const band = finerCells({ cells, width: coarse.width, height: coarse.height }, width, height, factor)
  const states = band.map((state, at) =>
    strokes[at] === OPEN ? (marks[at] === BACKGROUND ? BACKGROUND : state) : strokes[at],
  )
  return cleaned(cutBy(pixels, states, colours), pixels, strokes)
}

interface Colours {
  object: ColourModel
  ground: ColourModel
}

function learnedCut(pixels: PixelWindow, marks: Uint8Array): { cells: Uint8Array; colours: Colours } {
  let cells: Uint8Array = marks.map((mark) => (mark === BACKGROUND ? BACKGROUND : OBJECT))
  let colours: Colours = {
    object: ColourModel.of(pixels, placesOf(cells, OBJECT)),
    ground: ColourModel.of(pixels, placesOf(cells, BACKGROUND)),
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const [object, ground] = [placesOf(cells, OBJECT), placesOf(cells, BACKGROUND)]
    if (object.length === 0 || ground.length === 0) break
    colours = { object: colours.object.learned(pixels, object), ground: colours.ground.learned(pixels, ground) }
    const next = cutBy(pixels, marks, colours)
    const changed = next.reduce((sum, cell, at) => sum + (cell === cells[at] ? 0 : 1), 0)
    cells = next
    if (changed <= SETTLED_SHARE * cells.length) break
  }
  return { cells, colours }
}

function placesOf(cells: Uint8Array, value: number): Uint32Array {
  const places = new Uint32Array(cells.length)
  let count = 0
  for (let at = 0; at < cells.length; at++) if (cells[at] === value) places[count++] = at
  return places.subarray(0, count)
}

function cutBy(pixels: PixelWindow, states: Uint8Array, { object, ground }: Colours): Uint8Array {
  const { rgba, width, height } = pixels
  const bias = new Int32Array(states.length)
  for (let at = 0; at < states.length; at++) {
    if (states[at] === OPEN) bias[at] = Math.round(UNIT * (ground.costAt(rgba, 4 * at) - object.costAt(rgba, 4 * at)))
  }
  return gridCut({ width, height, states, bias, links: borderCosts(pixels) })
}

/** Between neighbours: little where their colours differ, measured by how much neighbours here differ at all. */
function borderCosts({ rgba, width, height }: PixelWindow): Int32Array {
  const squares = new Float32Array(4 * width * height)
  let [sum, count] = [0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      for (let link = 0; link < LINK_STEPS.length; link++) {
        const { dx, dy } = LINK_STEPS[link]
        if (x + dx < 0 || x + dx >= width || y + dy >= height) continue
        const [i, j] = [4 * at, 4 * (at + dy * width + dx)]
        const [red, green, blue] = [rgba[i] - rgba[j], rgba[i + 1] - rgba[j + 1], rgba[i + 2] - rgba[j + 2]]
        const square = red * red + green * green + blue * blue
        squares[i + link] = square
        sum += square
        count++
      }
    }
  }
  const beta = sum > 0 ? count / (2 * sum) : 0
  return Int32Array.from(squares, (square, i) => {
    const { dx, dy } = LINK_STEPS[i % 4]
    return Math.round((UNIT * BORDER_COST * Math.exp(-beta * square)) / Math.hypot(dx, dy))
  })
}

function cleaned(cells: Uint8Array, { width, height }: PixelWindow, strokes: Uint8Array): Uint8Array {
  const grid = { cells, width, height }
  const parts = connectedParts(grid, OBJECT)
  const largest = Math.max(0, ...parts.map(({ length }) => length))
  for (const part of parts) {
    if (part.length >= CRUMB_SHARE * largest || part.some((at) => strokes[at] === OBJECT)) continue
    for (const at of part) cells[at] = BACKGROUND
  }
  fillHoles(grid, (hole) => hole.length < HOLE_SHARE * largest && !hole.some((at) => strokes[at] === BACKGROUND))
  return cells
}

/** Means of squares of this side; those at the right and lower sides may be smaller. */
export function coarserPixels({ rgba, width, height }: PixelWindow, factor: number): PixelWindow {
  const [columns, rows] = [Math.ceil(width / factor), Math.ceil(height / factor)]
  const sums = new Uint32Array(4 * columns * rows)
  const counts = new Uint32Array(columns * rows)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = Math.floor(y / factor) * columns + Math.floor(x / factor)
      counts[to]++
      for (let c = 0; c < 4; c++) sums[4 * to + c] += rgba[4 * (y * width + x) + c]
    }
  }
  const means = Uint8ClampedArray.from(sums, (sum, i) => sum / counts[i >> 2])
  return { rgba: means, width: columns, height: rows }
}

/** OBJECT where there is any, BACKGROUND where it is at least half. */
function coarserMarks(marks: Uint8Array, width: number, height: number, factor: number): Uint8Array {
  const [columns, rows] = [Math.ceil(width / factor), Math.ceil(height / factor)]
  const counts = new Uint32Array(3 * columns * rows)
  for (let at = 0; at < marks.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    counts[3 * (Math.floor(y / factor) * columns + Math.floor(x / factor)) + marks[at]]++
  }
  return Uint8Array.from({ length: columns * rows }, (_, i) => {
    if (counts[3 * i + OBJECT] > 0) return OBJECT
    return counts[3 * i + BACKGROUND] >= counts[3 * i + OPEN] ? BACKGROUND : OPEN
  })
}

/** The coarse cut in fine cells, with OPEN along the border, where the coarse cells were too large to decide. */
function finerCells(coarse: CellGrid, width: number, height: number, factor: number): Uint8Array {
  const { cells, width: columns, height: rows } = coarse
  const isBorder = (x: number, y: number) => {
    const here = cells[y * columns + x]
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const [nx, ny] = [x + dx, y + dy]
        if (nx >= 0 && ny >= 0 && nx < columns && ny < rows && cells[ny * columns + nx] !== here) return true
      }
    }
    return false
  }
  const states = cells.map((cell, i) => (isBorder(i % columns, Math.floor(i / columns)) ? OPEN : cell))
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return states[Math.floor(y / factor) * columns + Math.floor(x / factor)]
  })
}
