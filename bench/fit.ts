/**
 * Cuboids fitted under simulated drags, careful and sloppy, over the objects of synthetic streets and of every recorded
 * job with known cuboids: how well they agree with the ground truth by class and distance, compared with the box of the
 * drag alone, and how long one fit takes.
 */

import { createRandom } from '../src/demo/street/random.ts'
import { makeStreet, type StreetOptions } from '../src/demo/street/street.ts'
import { fitCuboid } from '../src/model/fit/fitCuboid.ts'
import { FIELD_CLASSES } from '../test/fit/fieldClasses.ts'
import { drawnDrag, HANDS, type Hand } from '../test/fit/handDrag.ts'
import { type LabelledCloud, LEAST_POINTS } from '../test/fit/labelledCloud.ts'
import { groupsOf, quantile, summaryOf, type Trial, tryHand, usualInJob } from '../test/fit/measure.ts'
import { recordedClouds } from '../test/fit/recordedTruth.ts'
import { RIGHT_PARTS, withRight } from '../test/fit/rightParts.ts'
import { denseStreet, rigClouds, streetClouds } from '../test/fit/streetTruth.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1)
const FRAMES = 4
const RIG_FRAMES = 2
const ROUNDS = 5
/** Drags over each recorded object: there are few. */
const DRAGS = 5

const GOALS = {
  careful: { median: 0.8, p25: 0.7, headings: 96 },
  sloppy: { median: 0.76, p25: 0.66, headings: 88 },
} as const

export async function run(): Promise<BenchResult[]> {
  const sources = [
    { name: 'calm street', clouds: streetClouds(SEEDS, FRAMES), drags: 1 },
    { name: 'dense street', clouds: streetClouds(SEEDS, FRAMES, denseStreet), drags: 1 },
    { name: 'other lidars', clouds: rigClouds(SEEDS, RIG_FRAMES), drags: 1 },
  ]
  for (const job of await recordedClouds()) sources.push({ ...job, drags: DRAGS })
  return [
    ...sources.flatMap(({ name, clouds, drags }) => HANDS.flatMap((hand) => agreement(name, clouds, hand, drags))),
    fitTime({ beams: 32, azimuthStepDeg: 0.5 }),
    fitTime({ beams: 64, azimuthStepDeg: 0.18, traffic: 'dense' }),
  ]
}

function agreement(source: string, clouds: readonly LabelledCloud[], hand: Hand, drags: number): BenchResult[] {
  const trials = tryHand(clouds, hand, drags)
  const { iouMedian, iouP25, headingShare, refused, count, drawnMedian, drawnP25, drawnHeadingShare } =
    summaryOf(trials)
  const name = `${source}, ${hand.name}, all ${count}`
  const goal = GOALS[hand.name]
  return [
    atLeast(`${name}: IoU median (drawn ${drawnMedian.toFixed(2)})`, iouMedian, '', goal.median),
    atLeast(`${name}: IoU p25 (drawn ${drawnP25.toFixed(2)})`, iouP25, '', goal.p25),
    atLeast(`${name}: headings within 10° (drawn ${drawnHeadingShare.toFixed(0)})`, headingShare, '%', goal.headings),
    atMost(`${name}: refused`, (100 * refused) / count, '%', 1),
    withUsualSizes(name, clouds, hand, drags),
    ...groupsOf(trials).map((group) => shown(`${source}, ${hand.name}`, group)),
    ...Object.keys(RIGHT_PARTS).map((part) => ifRight(name, part, trials)),
  ]
}

/** Same as in the workbench once the job's other objects are labelled. */
function withUsualSizes(name: string, clouds: readonly LabelledCloud[], hand: Hand, drags: number): BenchResult {
  const { iouMedian, iouP25 } = summaryOf(tryHand(clouds, hand, drags, usualInJob(clouds)))
  const row = `${name}: IoU median with sizes usual in the job; p25 ${iouP25.toFixed(2)}`
  return { name: row, value: iouMedian, unit: '', goal: null, holds: null }
}

function ifRight(name: string, part: string, trials: readonly Trial[]): BenchResult {
  const ious = withRight(part, trials)
  const p25 = quantile(ious, 0.25).toFixed(2)
  const value = quantile(ious, 0.5)
  return { name: `${name}: IoU median were the ${part} right; p25 ${p25}`, value, unit: '', goal: null, holds: null }
}

/** One group in a row: the median first, the rest in words. */
function shown(source: string, group: { name: string; trials: Trial[] }): BenchResult {
  const s = summaryOf(group.trials)
  const fitted = `p25 ${s.iouP25.toFixed(2)}, BEV ${s.bevMedian.toFixed(2)}, headings ${s.headingShare.toFixed(0)} %`
  const drawn = `drawn ${s.drawnMedian.toFixed(2)}, ${s.drawnP25.toFixed(2)}, ${s.drawnHeadingShare.toFixed(0)} %`
  return {
    name: `${source}, ${group.name} (${s.count}): IoU median; ${fitted}; ${drawn}; refused ${s.refused}`,
    value: s.iouMedian,
    unit: '',
    goal: null,
    holds: null,
  }
}

/** 95th percentile of CPU time over the objects of a frame; of each the best of some rounds: others' work is not ours. */
function fitTime(lidar: Partial<StreetOptions>): BenchResult {
  const [frame] = makeStreet({ seed: 1, frames: 1, framing: 'common', ...lidar }).frames
  const random = createRandom(1)
  const tasks = frame.truth
    .filter(({ pointCount }) => pointCount >= LEAST_POINTS)
    .map(({ cuboid, label }) => ({
      positions: frame.lidar.positions,
      sensorPosition: frame.lidar.commonFromSensor.position,
      classSize: FIELD_CLASSES[label],
      gesture: drawnDrag(cuboid, HANDS[0], random),
    }))
  const best = tasks.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, task] of tasks.entries()) {
      const start = process.cpuUsage()
      fitCuboid(task)
      const { user, system } = process.cpuUsage(start)
      best[i] = Math.min(best[i], (user + system) / 1000)
    }
  }
  const points = Math.round(frame.lidar.positions.length / 3000)
  const name = `fit of a cuboid: p95 over ${best.length} objects, frame of ${points} k points`
  return atMost(name, quantile(best, 0.95), 'ms', 20)
}
