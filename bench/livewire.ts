/**
 * Polygons of objects in pictures, drawn by clicks on their outlines: how many clicks it takes to agree with the truly
 * visible pixels, with sides along edges and with straight ones; and how long the worker searches after the pointer.
 * Its window has the same number of cells for a picture of any size.
 */

import { createRandom } from '../src/demo/street/random.ts'
import { decodeMask, encodeMask } from '../src/formats/results/runLengths.ts'
import type { AreaRing } from '../src/geometry/evenOddArea.ts'
import { maskRings } from '../src/geometry/maskRings.ts'
import { rasterizeRings } from '../src/geometry/rasterizeRings.ts'
import { simplifiedRing } from '../src/geometry/simplifiedRing.ts'
import { edgeCosts, type PixelWindow } from '../src/model/livewire/edgeCosts.ts'
import { Livewire } from '../src/model/livewire/livewire.ts'
import { quantile } from '../test/fit/measure.ts'
import { atMost, type BenchResult } from './result.ts'
import { grownScene, type ObjectScene, streetScene } from './support/objectScenes.ts'

const LEAST_PIXELS = 4000
const ENOUGH = 0.95
const TOLERANCES_PX = [64, 48, 36, 27, 20, 15, 11, 8, 6, 4.5, 3.4, 2.5, 1.9, 1.4, 1]
/** Clicks that are spread evenly: 3 to this many. */
const MOST_EVEN = 16
/** Same as in the workbench. */
const WINDOW_CELLS = 640

export function run(): BenchResult[] {
  return [...clicks(), ...moves()]
}

function clicks(): BenchResult[] {
  const [street, grown] = [clicksIn([1, 2, 3].map(streetScene)), clicksIn([1, 2, 3].map(grownScene))]
  const name = (source: string, { objects, straight, edges }: typeof street) =>
    `livewire: ${source}, clicks for IoU ${ENOUGH} of ${objects} objects: ${edges} to a polygon's ${straight}`
  return [
    { ...atMost(name('cars of the street', street), street.edges / street.straight, '', 1), goal: null, holds: null },
    atMost(name('curved outlines', grown), grown.edges / grown.straight, '', 1 / 3),
  ]
}

function clicksIn(scenes: readonly ObjectScene[]): { objects: number; edges: number; straight: number } {
  const totals = { objects: 0, edges: 0, straight: 0 }
  for (const { pixels, objects } of scenes) {
    const { width, height } = pixels
    const costs = edgeCosts(pixels)
    for (const object of new Set(Array.from(objects))) {
      const truth = Uint8Array.from(objects, (one) => (one === object ? 1 : 0))
      const { counts } = encodeMask(truth, height, width)
      const rings = maskRings(counts, height)
      // An object that others cut into pieces is not a single polygon.
      if (object === 0 || rings.length !== 1 || truth.reduce((a, b) => a + b, 0) < LEAST_PIXELS) continue
      const along = (corners: AreaRing) => sidesAlongEdges(corners, costs, width, height)
      const straight = clicksFor(rings[0], truth, straightSides, width, height)
      totals.objects++
      totals.straight += straight
      // Where edges never lead there, a person draws straight sides after all.
      totals.edges += Math.min(straight, clicksFor(rings[0], truth, along, width, height))
    }
  }
  return totals
}

type Sides = (corners: AreaRing) => AreaRing

/** The fewest clicks that are enough, on corners or evenly along the outline, whichever is fewer. */
function clicksFor(ring: AreaRing, truth: Uint8Array, sides: Sides, width: number, height: number): number {
  const size = { widthPx: width, heightPx: height }
  const dense = denseRing(ring)
  const even = Array.from({ length: MOST_EVEN - 2 }, (_, i) =>
    Array.from({ length: i + 3 }, (_, k) => dense[Math.floor((k * dense.length) / (i + 3))]),
  )
  const ways = [...TOLERANCES_PX.map((tolerance) => simplifiedRing(ring, tolerance)), ...even]
  const enough = ways
    .sort((a, b) => a.length - b.length)
    .find((corners) => {
      const drawn = decodeMask({ ...size, counts: rasterizeRings([sides(corners)], size) })
      return iouOf(drawn, truth) >= ENOUGH
    })
  return enough?.length ?? ring.length
}

/** Has as many points as there are pixels along the ring. */
const denseRing = (ring: AreaRing): AreaRing =>
  ring.flatMap((from, i) => {
    const to = ring[(i + 1) % ring.length]
    const steps = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y)))
    const at = (k: number) => ({ x: from.x + ((to.x - from.x) * k) / steps, y: from.y + ((to.y - from.y) * k) / steps })
    return Array.from({ length: steps }, (_, k) => at(k))
  })

const straightSides: Sides = (corners) => corners

function sidesAlongEdges(corners: AreaRing, costs: Uint8Array, width: number, height: number): AreaRing {
  const cell = ({ x, y }: AreaRing[number]) => ({
    x: Math.min(width - 1, Math.max(0, Math.floor(x))),
    y: Math.min(height - 1, Math.max(0, Math.floor(y))),
  })
  return corners.flatMap((corner, i) => {
    const to = corners[(i + 1) % corners.length]
    const line = new Livewire(costs, width, height, cell(corner)).lineTo(cell(to))
    return [corner, ...line.slice(1, -1).map(({ x, y }) => ({ x: x + 0.5, y: y + 0.5 }))]
  })
}

function iouOf(a: Uint8Array, b: Uint8Array): number {
  let [both, any] = [0, 0]
  for (let i = 0; i < a.length; i++) {
    both += a[i] & b[i]
    any += a[i] | b[i]
  }
  return both / any
}

/** The pointer moves outwards from a click, in the window of the picture: nothing is known at first. */
function moves(): BenchResult[] {
  const pixels = noise(WINDOW_CELLS)
  const { result: costs, ms: readMs } = timed(() => edgeCosts(pixels))
  const middle = WINDOW_CELLS / 2
  const wire = new Livewire(costs, WINDOW_CELLS, WINDOW_CELLS, { x: middle, y: middle })
  const times = Array.from({ length: 100 }, (_, i) => {
    const to = { x: middle + 3 * i, y: middle + Math.round(20 * Math.sin(i / 5)) }
    return timed(() => wire.lineTo(to)).ms
  })
  return [
    atMost('livewire: a move, p95 in the worker', quantile(times, 0.95), 'ms', 16),
    atMost('livewire: costs of a window after a click', readMs, 'ms', 100),
  ]
}

/** Measures processor time, which excludes other programs. */
function timed<T>(use: () => T): { result: T; ms: number } {
  const start = process.cpuUsage()
  const result = use()
  const { user, system } = process.cpuUsage(start)
  return { result, ms: (user + system) / 1000 }
}

function noise(size: number): PixelWindow {
  const random = createRandom(1)
  const rgba = Uint8ClampedArray.from({ length: 4 * size * size }, () => 100 + 40 * random.next())
  return { rgba, width: size, height: size }
}
