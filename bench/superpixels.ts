/**
 * Superpixels of pictures: the best result of painting with them, where each piece gets the class of most of its
 * pixels, and how long the worker takes for the pieces of a view.
 */

import { superpixels } from '../src/model/cutout/superpixels.ts'
import { quantile } from '../test/fit/measure.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'
import { grownScene, type ObjectScene, streetScene } from './support/objectScenes.ts'

const SEEDS = [1, 2, 3]
const LEAST_PIXELS = 1500
/** The default of the workbench. */
const SIDE = 20
/** What the workbench looks at, at most. */
const MOST_CELLS = 400_000

export function run(): BenchResult[] {
  const street = SEEDS.map((seed) => painted(streetScene(seed)))
  const grown = SEEDS.map((seed) => painted(grownScene(seed)))
  const times = [...street, ...grown].map(({ msACell }) => msACell * MOST_CELLS)
  const ious = (scenes: readonly Painted[]) => scenes.flatMap((scene) => scene.ious)
  const counts = ious(grown).map((_, i) => grown.flatMap(({ pieces }) => pieces)[i])
  return [
    atLeast(
      `superpixels: curved outlines, best IoU of ${ious(grown).length} objects, median`,
      quantile(ious(grown), 0.5),
      '',
      0.95,
    ),
    atLeast(
      `superpixels: the street, best IoU of ${ious(street).length} objects, median`,
      quantile(ious(street), 0.5),
      '',
      0.85,
    ),
    {
      name: 'superpixels: pieces of a curved outline, median',
      value: quantile(counts, 0.5),
      unit: '',
      goal: null,
      holds: null,
    },
    atMost('superpixels: pieces of a whole view, p95 in the worker', quantile(times, 0.95), 'ms', 1000),
  ]
}

interface Painted {
  ious: number[]
  /** Values of each object. */
  pieces: number[]
  msACell: number
}

function painted({ pixels, objects }: ObjectScene): Painted {
  const start = process.cpuUsage()
  const segments = superpixels(pixels, SIDE)
  const { user, system } = process.cpuUsage(start)
  const sizes = new Map<number, number>()
  const within = new Map<number, Map<number, number>>()
  segments.forEach((segment, at) => {
    sizes.set(segment, (sizes.get(segment) ?? 0) + 1)
    const object = objects[at]
    if (object === 0) return
    const own = within.get(object) ?? new Map<number, number>()
    own.set(segment, (own.get(segment) ?? 0) + 1)
    within.set(object, own)
  })
  const found = [...within.values()].flatMap((own) => {
    const whole = [...own.values()].reduce((sum, count) => sum + count, 0)
    if (whole < LEAST_PIXELS) return []
    const taken = [...own].filter(([segment, count]) => 2 * count > (sizes.get(segment) ?? 0))
    const right = taken.reduce((sum, [, count]) => sum + count, 0)
    const covered = taken.reduce((sum, [segment]) => sum + (sizes.get(segment) ?? 0), 0)
    return [{ iou: right / (whole + covered - right), pieces: taken.length }]
  })
  return {
    ious: found.map(({ iou }) => iou),
    pieces: found.map(({ pieces }) => pieces),
    msACell: (user + system) / 1000 / segments.length,
  }
}
