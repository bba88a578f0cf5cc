/**
 * Boxes tracked through videos with known ground truth: in how many frames they agree with it (IoU ≥ 0.5), compared
 * with OpenCV's trackers on the same pictures if a Python with opencv-contrib-python is available (FIDUCIAL_PYTHON). A
 * frame after a tracker has given up counts as missed as long as the object is visible.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { PixelWindow } from '../src/model/livewire/edgeCosts.ts'
import { BoxTracker } from '../src/model/tracking2d/boxTracker.ts'
import type { PatchPlace } from '../src/model/tracking2d/patch.ts'
import { quantile } from '../test/fit/measure.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'
import { flight, streetVideo, type TrackScene } from './support/trackScenes.ts'

const SEEDS = [1, 2, 3]
const ENOUGH = 0.5
const PYTHON = process.env.FIDUCIAL_PYTHON ?? 'python3'
const TRACKERS = join(import.meta.dirname, 'support', 'opencvTrackers.py')

export async function run(): Promise<BenchResult[]> {
  const street = await measured('the street', SEEDS.map(streetVideo), 0.6)
  const flights = await measured('things in flight', SEEDS.map(flight), 0.9)
  const times = [...street.times, ...flights.times]
  return [
    ...street.results,
    ...flights.results,
    atMost('tracker: a frame of one object, p95 in the worker', quantile(times, 0.95), 'ms', 100),
  ]
}

type Boxes = readonly (PatchPlace | null)[]

interface Task {
  first: number
  box: PatchPlace
  /** Excludes the first picture. */
  truth: Boxes
}

async function measured(name: string, scenes: readonly TrackScene[], goal: number) {
  const times: number[] = []
  const ours = scenes.map((scene) => tasksOf(scene).map((task) => followed(scene.pictures, task, times)))
  const results = [atLeast(`tracker: ${name}, frames with IoU ≥ ${ENOUGH}`, successOf(scenes, ours), '', goal)]
  const theirs = await opencvBoxes(scenes)
  for (const tracker of ['KCF', 'CSRT']) {
    const boxes = theirs?.map((byTracker) => byTracker[tracker])
    const value = boxes ? successOf(scenes, boxes) : Number.NaN
    const shown = boxes
      ? `${name} by OpenCV's ${tracker}`
      : `${name} by OpenCV's ${tracker}: skipped, it is not installed`
    results.push({ name: `tracker: ${shown}`, value, unit: '', goal: null, holds: null })
  }
  return { results, times }
}

const tasksOf = ({ objects }: TrackScene): Task[] =>
  objects.flatMap((boxes) => {
    const first = boxes.findIndex((box) => box !== null)
    const box = boxes[first]
    return box ? [{ first, box, truth: boxes.slice(first + 1) }] : []
  })

function followed(pictures: readonly PixelWindow[], { first, box }: Task, times: number[]): Boxes {
  const tracker = new BoxTracker(pictures[first], box)
  const boxes: PatchPlace[] = []
  for (const picture of pictures.slice(first + 1)) {
    const start = process.cpuUsage()
    const next = tracker.next(picture)
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1000)
    if (typeof next === 'string') break
    boxes.push(next)
  }
  return boxes
}

function successOf(scenes: readonly TrackScene[], found: readonly (readonly Boxes[])[]): number {
  let [good, seen] = [0, 0]
  for (const [s, scene] of scenes.entries()) {
    for (const [t, { truth }] of tasksOf(scene).entries()) {
      for (const [i, box] of truth.entries()) {
        if (!box) continue
        seen++
        const tracked = found[s][t][i]
        if (tracked && iouOf(tracked, box) >= ENOUGH) good++
      }
    }
  }
  return good / seen
}

function iouOf(a: PatchPlace, b: PatchPlace): number {
  const shared = (x: number, width: number, ox: number, otherWidth: number) =>
    Math.max(0, Math.min(x + width / 2, ox + otherWidth / 2) - Math.max(x - width / 2, ox - otherWidth / 2))
  const both = shared(a.x, a.width, b.x, b.width) * shared(a.y, a.height, b.y, b.height)
  return both / (a.width * a.height + b.width * b.height - both)
}

/** null: OpenCV is not there. */
async function opencvBoxes(scenes: readonly TrackScene[]): Promise<Record<string, Boxes[]>[] | null> {
  if (spawnSync(PYTHON, ['-c', 'import cv2; cv2.TrackerCSRT_create; cv2.TrackerKCF_create']).status !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-tracker-'))
  try {
    const answers: Record<string, Boxes[]>[] = []
    for (const scene of scenes) {
      const pictures = await Promise.all(scene.pictures.map((picture, i) => written(picture, join(folder, `${i}.png`))))
      const input = JSON.stringify({ pictures, tasks: tasksOf(scene) })
      const { stdout, stderr, status } = spawnSync(PYTHON, [TRACKERS], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
      if (status !== 0) throw new Error(`OpenCV's trackers failed: ${stderr}`)
      answers.push(JSON.parse(stdout))
    }
    return answers
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function written({ rgba, width, height }: PixelWindow, path: string): Promise<string> {
  await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toFile(path)
  return path
}
