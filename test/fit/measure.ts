import { createRandom } from '../../src/demo/street/random.ts'
import type { Cuboid, Dimensions } from '../../src/geometry/cuboid.ts'
import { cuboidIou } from '../../src/geometry/cuboidIou.ts'
import { fitCuboid } from '../../src/model/fit/fitCuboid.ts'
import { usualSize } from '../../src/model/fit/usualSize.ts'
import { FIELD_CLASSES, type FieldClass } from './fieldClasses.ts'
import { boxOfDrag, drawnDrag, type Hand } from './handDrag.ts'
import type { LabelledCloud, LabelledObject } from './labelledCloud.ts'
import { headingErrorDeg } from './scene.ts'

/** How well one box agrees with the truth. A refused fit agrees nowhere. */
export type Score = { iou: number; bev: number; headingErrorDeg: number }

/** One drag over one object: the fitted cuboid, and the box that the drag alone gives. */
export type Trial = {
  cloud: string
  object: LabelledObject
  distanceM: number
  refused: string | null
  fitted: Score
  drawn: Score
  /** The fitted cuboid; null when the fit was refused. */
  cuboid: Cuboid | null
  elapsedMs: number
}

/** Draws over every object with `rounds` drags of the hand and fits them, the size of its class given. */
export function tryHand(
  clouds: readonly LabelledCloud[],
  hand: Hand,
  rounds = 1,
  sizeOf: (object: LabelledObject, cloud: LabelledCloud) => Dimensions = ({ label }) => FIELD_CLASSES[label],
): Trial[] {
  return clouds.flatMap((cloud, k) => {
    const { name, positions, sensorPosition, objects } = cloud
    const random = createRandom(7919 + k)
    return objects.flatMap((object) =>
      Array.from({ length: rounds }, (): Trial => {
        const gesture = drawnDrag(object.cuboid, hand, random)
        const classSize = sizeOf(object, cloud)
        const start = performance.now()
        const result = fitCuboid({ positions, sensorPosition, classSize, gesture })
        const elapsedMs = performance.now() - start
        const cuboid = 'refused' in result ? null : result.cuboid
        return {
          cloud: name,
          object,
          distanceM: Math.hypot(
            object.cuboid.position.x - sensorPosition.x,
            object.cuboid.position.y - sensorPosition.y,
          ),
          refused: 'refused' in result ? result.refused.code : null,
          fitted: cuboid ? scoreOf(cuboid, object.cuboid) : { iou: 0, bev: 0, headingErrorDeg: 180 },
          drawn: scoreOf(boxOfDrag(gesture, classSize, object.cuboid), object.cuboid),
          cuboid,
          elapsedMs,
        }
      }),
    )
  })
}

export function scoreOf(cuboid: Cuboid, truth: Cuboid): Score {
  // Seen from above: the same intersection, with equal heights.
  const flat = { ...cuboid, position: { ...cuboid.position, z: truth.position.z } }
  const bev = cuboidIou({ ...flat, dimensions: { ...cuboid.dimensions, height: truth.dimensions.height } }, truth)
  return { iou: cuboidIou(cuboid, truth), bev, headingErrorDeg: headingErrorDeg(cuboid, truth) }
}

/** The usual sizes among the other objects of the job, as in the workbench when all of them are labelled. */
export function usualInJob(
  clouds: readonly LabelledCloud[],
): (object: LabelledObject, cloud: LabelledCloud) => Dimensions {
  const jobs = Map.groupBy(clouds, jobOf)
  return ({ label, trackId }, cloud) => {
    const others = new Map<string, Dimensions>()
    for (const { objects } of jobs.get(jobOf(cloud)) ?? []) {
      for (const other of objects) {
        if (other.label === label && other.trackId !== trackId) others.set(other.trackId, other.cuboid.dimensions)
      }
    }
    return usualSize(FIELD_CLASSES[label], [...others.values()]) ?? FIELD_CLASSES[label]
  }
}

const jobOf = ({ name }: LabelledCloud): string => name.split('/')[0]

export type Summary = {
  count: number
  iouMedian: number
  iouP25: number
  bevMedian: number
  headingShare: number
  drawnMedian: number
  drawnP25: number
  drawnHeadingShare: number
  refused: number
}

export function summaryOf(trials: readonly Trial[]): Summary {
  const right = (score: (trial: Trial) => Score): number =>
    (100 * trials.filter((trial) => score(trial).headingErrorDeg <= 10).length) / trials.length
  const ious = trials.map(({ fitted }) => fitted.iou)
  const drawn = trials.map((trial) => trial.drawn.iou)
  return {
    count: trials.length,
    iouMedian: quantile(ious, 0.5),
    iouP25: quantile(ious, 0.25),
    bevMedian: quantile(
      trials.map(({ fitted }) => fitted.bev),
      0.5,
    ),
    headingShare: right(({ fitted }) => fitted),
    drawnMedian: quantile(drawn, 0.5),
    drawnP25: quantile(drawn, 0.25),
    drawnHeadingShare: right((trial) => trial.drawn),
    refused: trials.filter(({ refused }) => refused !== null).length,
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

const DISTANCES_M = [0, 10, 20, 35, 1000] as const

/** The trials by class, then by distance, in this order; empty groups left out. */
export function groupsOf(trials: readonly Trial[]): { name: string; trials: Trial[] }[] {
  const classes = Object.keys(FIELD_CLASSES) as FieldClass[]
  const byClass = classes.map((label) => ({
    name: label as string,
    trials: trials.filter(({ object }) => object.label === label),
  }))
  const byDistance = DISTANCES_M.slice(1).map((to, i) => ({
    name: to < 1000 ? `${DISTANCES_M[i]}–${to} m` : `beyond ${DISTANCES_M[i]} m`,
    trials: trials.filter(({ distanceM }) => distanceM >= DISTANCES_M[i] && distanceM < to),
  }))
  return [...byClass, ...byDistance].filter((group) => group.trials.length > 0)
}
