/**
 * Objects cut out of pictures by a box around them: how well the cut agrees with the true pixels of the object, and how
 * long the worker takes. The box has a margin, as people draw it.
 */

import { type CellPlace, CUT_CELLS, cutTask } from '../src/model/cutout/cutWindow.ts'
import { coarserPixels, objectCut } from '../src/model/cutout/objectCut.ts'
import type { PixelWindow } from '../src/model/livewire/edgeCosts.ts'
import { quantile } from '../test/fit/measure.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'
import { grownScene, type ObjectScene, streetScene } from './support/objectScenes.ts'

const SEEDS = [1, 2, 3]
const LEAST_PIXELS = 1500
/** Between an object and the box around it. */
const ROOM_SHARE = 0.06
/** Same as in the workbench: the surroundings of the box give the colours of the ground. */
const MARGIN_SHARE = 0.25

export function run(): BenchResult[] {
  const street = SEEDS.flatMap((seed) => cuts(streetScene(seed)))
  const grown = SEEDS.flatMap((seed) => cuts(grownScene(seed)))
  const times = [...street, ...grown].map(({ ms }) => ms)
  return [
    atLeast(`cutout: curved outlines, IoU of ${grown.length} objects, median`, median(grown), '', 0.95),
    atLeast(`cutout: the street, IoU of ${street.length} objects, median`, median(street), '', 0.8),
    atMost('cutout: a cut, p95 in the worker', quantile(times, 0.95), 'ms', 300),
  ]
}

interface Cut {
  iou: number
  ms: number
}

const median = (all: readonly Cut[]) =>
  quantile(
    all.map(({ iou }) => iou),
    0.5,
  )

function cuts({ pixels, objects }: ObjectScene): Cut[] {
  return [...new Set(Array.from(objects))].flatMap((object) => {
    const box = object === 0 ? null : boxOf(objects, object, pixels)
    return box ? [cutIn(pixels, objects, object, box)] : []
  })
}

interface Box {
  from: CellPlace
  to: CellPlace
}

function boxOf(objects: ArrayLike<number>, object: number, { width, height }: PixelWindow): Box | null {
  let [left, top, right, bottom, count] = [width, height, 0, 0, 0]
  for (let at = 0; at < objects.length; at++) {
    if (objects[at] !== object) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)]
    count++
  }
  return count < LEAST_PIXELS ? null : grownBox({ from: { x: left, y: top }, to: { x: right, y: bottom } }, ROOM_SHARE)
}

function grownBox({ from, to }: Box, share: number): Box {
  const room = share * Math.max(to.x - from.x, to.y - from.y)
  return { from: { x: from.x - room, y: from.y - room }, to: { x: to.x + room, y: to.y + room } }
}

function cutIn(pixels: PixelWindow, objects: ArrayLike<number>, object: number, box: Box): Cut {
  const around = grownBox(box, MARGIN_SHARE)
  const [left, top] = [Math.max(0, Math.floor(around.from.x)), Math.max(0, Math.floor(around.from.y))]
  const width = Math.min(pixels.width, Math.ceil(around.to.x)) - left
  const height = Math.min(pixels.height, Math.ceil(around.to.y)) - top
  const rgba = new Uint8ClampedArray(4 * width * height)
  const truth = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (top + y) * pixels.width + left + x
      rgba.set(pixels.rgba.subarray(4 * from, 4 * from + 4), 4 * (y * width + x))
      truth[y * width + x] = objects[from] === object ? 1 : 0
    }
  }
  // The workbench draws large windows in fewer cells.
  const cellPx = Math.ceil(Math.sqrt((width * height) / CUT_CELLS))
  const window = coarserPixels({ rgba, width, height }, cellPx)
  const inWindow = ({ x, y }: CellPlace) => ({ x: (x - left) / cellPx, y: (y - top) / cellPx })
  const start = process.cpuUsage()
  const found = objectCut(cutTask(window, { from: inWindow(box.from), to: inWindow(box.to) }, []))
  const { user, system } = process.cpuUsage(start)
  let [both, any] = [0, 0]
  for (let at = 0; at < truth.length; at++) {
    const cell = Math.floor(Math.floor(at / width) / cellPx) * window.width + Math.floor((at % width) / cellPx)
    both += found[cell] & truth[at]
    any += found[cell] | truth[at]
  }
  return { iou: both / any, ms: (user + system) / 1000 }
}
