import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Cuboid } from '../../src/geometry/cuboid.ts'
import { normalizeQuaternion } from '../../src/geometry/quaternion.ts'
import { compare } from '../../src/model/compare/compare.ts'
import type { ComparedRecord } from '../../src/model/compare/comparedRecord.ts'
import { DEFAULT_COMPARE_OPTIONS } from '../../src/model/compare/compareOptions.ts'
import { krippendorffAlpha } from '../../src/model/compare/krippendorff.ts'
import { maskIou } from '../../src/model/compare/likeness.ts'
import { clearFigures } from '../../src/model/compare/tracking/clear.ts'
import { hotaFigures } from '../../src/model/compare/tracking/hota.ts'
import { identityFigures } from '../../src/model/compare/tracking/identity.ts'
import { ImageClass } from '../../src/model/evaluation/imagePrecision.ts'
import { SpaceClass } from '../../src/model/evaluation/spacePrecision.ts'
import { referenceFigures } from './python.ts'

const SEED = 20_260_101
const inTime = () => false

/** Numbers from 0 to 1, the same at each run (Steele's SplitMix32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x9e3779b9) | 0
    let t = state ^ (state >>> 16)
    t = Math.imul(t, 0x21f0aaad)
    t = Math.imul(t ^ (t >>> 15), 0x735a2d97)
    return ((t ^ (t >>> 15)) >>> 0) / 4294967296
  }
}

/** Compares our figures of each case with those of the library that knows them. */
function agree<Case extends object>(t: TestContext, cases: readonly Case[], ours: (made: Case) => object): void {
  const theirs = referenceFigures(cases)
  if (theirs.every((figures) => figures === null)) {
    t.skip('the Python library is not installed')
    return
  }
  for (const [i, made] of cases.entries()) {
    const figures = new Map(Object.entries(ours(made)))
    for (const [name, expected] of Object.entries(theirs[i] ?? {})) {
      const actual = figures.get(name)
      assert.ok(Math.abs(actual - expected) <= 1e-9, `case ${i}: ${name} is ${actual}, not ${expected}`)
    }
  }
}

function trackingCase(next: () => number) {
  const [a, b] = [1 + Math.floor(next() * 5), 1 + Math.floor(next() * 5)]
  const some = (count: number) => Array.from({ length: count }, (_, id) => id).filter(() => next() < 0.7)
  const steps = Array.from({ length: 12 }, () => {
    const [ofA, ofB] = [some(a), some(b)]
    const alike = (i: number, j: number) => (next() < 0.25 ? 0 : next() * (i === j ? 1 : 0.8))
    return { a: ofA, b: ofB, similarity: ofA.map((i) => ofB.map((j) => alike(i, j))) }
  })
  return { kind: 'tracking', a, b, steps }
}

function ourTracking({ a, b, steps }: ReturnType<typeof trackingCase>): object {
  const ids = (count: number) => Array.from({ length: count }, (_, i) => `${i}`)
  const sequence = {
    steps: steps.map((step) => ({
      ...step,
      similar: step.a.flatMap((i, row) =>
        step.b.flatMap((j, column) => {
          const similarity = step.similarity[row][column]
          return similarity > 0 ? [{ a: i, b: j, similarity }] : []
        }),
      ),
    })),
    idsA: ids(a),
    idsB: ids(b),
  }
  const { idf1 } = identityFigures(sequence, 0.5, inTime)
  return { ...hotaFigures(sequence, inTime).figures, ...clearFigures(sequence, 0.5, inTime).figures, idf1 }
}

test('HOTA, DetA, AssA, IDF1, MOTA and identity switches are those of TrackEval', (t) => {
  const next = numbers(SEED)
  agree(
    t,
    Array.from({ length: 200 }, () => trackingCase(next)),
    ourTracking,
  )
})

test('masks overlap as pycocotools says', (t) => {
  const next = numbers(SEED + 1)
  const runs = (pixels: number): number[] => {
    const counts = [Math.floor(next() * 20)]
    for (let at = counts[0]; at < pixels; at += counts.at(-1) ?? 0) {
      counts.push(Math.min(pixels - at, 1 + Math.floor(next() * 60)))
    }
    return counts
  }
  const cases = Array.from({ length: 60 }, () => ({ kind: 'masks', size: [32, 24], a: runs(768), b: runs(768) }))
  agree(t, cases, ({ a, b }) => ({ iou: maskIou(a, b) }))
})

test('boxes overlap as pycocotools says', (t) => {
  const next = numbers(SEED + 2)
  const box = () => [next() * 50, next() * 50, 10 + next() * 60, 10 + next() * 60]
  const cases = Array.from({ length: 100 }, () => ({ kind: 'boxes', a: box(), b: box() }))
  const record = (id: string, [x, y, width, height]: number[]): ComparedRecord => ({
    id,
    trackId: id,
    frame: 0,
    sensorId: '',
    label: 'car',
    hidden: false,
    attributes: new Map(),
    shape: { type: 'rectangle', left: x / 128, top: y / 256, right: (x + width) / 128, bottom: (y + height) / 256 },
  })
  const job = {
    annotationType: 'image2d',
    frameCount: 1,
    classes: [],
    imageOf: () => ({ widthPx: 128, heightPx: 256 }),
    egoAt: () => null,
    frameIdOf: () => null,
  } as const
  const options = { ...DEFAULT_COMPARE_OPTIONS, iou: 0 }
  agree(t, cases, ({ a, b }) => {
    const sides = [record('a', a), record('b', b)].map((made) => ({ records: [made], points: null }))
    return { iou: compare(sides[0], sides[1], job, options).figures.shapes.meanIou ?? 0 }
  })
})

test("agreement beyond chance is krippendorff's, nominal and ordinal, with any number of people", (t) => {
  const next = numbers(SEED + 3)
  const unit = () => Array.from({ length: 1 + Math.floor(next() * 4) }, () => Math.floor(next() * next() * 6))
  const cases = Array.from({ length: 60 }, (_, i) => ({
    kind: 'alpha',
    level: i % 2 === 0 ? 'nominal' : 'ordinal',
    units: [[0, 1], [1, 1], ...Array.from({ length: 12 }, unit)],
  }))
  agree(t, cases, ({ units, level }) => ({
    alpha: krippendorffAlpha(units, level === 'nominal' ? 'nominal' : 'ordinal'),
  }))
})

test('errors of place, size and heading are those of nuScenes', (t) => {
  const next = numbers(SEED + 4)
  const part = () => next() * 2 - 1
  const box = () => {
    const { w, x, y, z } = normalizeQuaternion({ w: part(), x: part() / 8, y: part() / 8, z: part() })
    return { t: [part() * 5, part() * 5, part()], s: [1 + next(), 2 + next(), 1 + next()], r: [w, x, y, z] }
  }
  const cases = Array.from({ length: 60 }, () => ({ kind: 'cuboids', a: box(), b: box() }))
  // nuScenes has width before length.
  const cuboid = ({ t: [x, y, z], s: [width, length, height], r }: ReturnType<typeof box>): Cuboid => ({
    position: { x, y, z },
    dimensions: { length, width, height },
    heading: { w: r[0], x: r[1], y: r[2], z: r[3] },
  })
  const record = (id: string, box3d: Cuboid): ComparedRecord => ({
    id,
    trackId: id,
    frame: 0,
    sensorId: null,
    label: 'car',
    hidden: false,
    attributes: new Map(),
    shape: { type: 'solid', cuboid: box3d },
  })
  const job = {
    annotationType: 'cuboid3d',
    frameCount: 1,
    classes: [],
    imageOf: () => null,
    egoAt: () => null,
    frameIdOf: () => null,
  } as const
  const options = { ...DEFAULT_COMPARE_OPTIONS, distanceM: 1000 }
  agree(t, cases, ({ a, b }) => {
    const sides = [record('a', cuboid(a)), record('b', cuboid(b))].map((made) => ({ records: [made], points: null }))
    return { ...compare(sides[0], sides[1], job, options).figures.cuboids }
  })
})

test('precision and recall of scored boxes over images are those of pycocotools', (t) => {
  const next = numbers(SEED + 5)
  const size = () => 4 + next() ** 2 * 200
  const box = () => [next() * 300, next() * 300, size(), size()]
  const near = ([x, y, width, height]: number[]) => [
    x + (next() - 0.5) * width * 0.3,
    y + (next() - 0.5) * height * 0.3,
    width * (0.8 + next() * 0.4),
    height,
  ]
  const cases = Array.from({ length: 30 }, (_, n) => {
    const truth = Array.from({ length: 6 }, () => Array.from({ length: Math.floor(next() * 12) }, box))
    truth[0].push([1, 2, 20, 20], [5, 9, 50, 60], [30, 20, 120, 110])
    const found = truth.map((boxes) =>
      [...boxes.flatMap((one) => (next() < 0.7 ? [near(one), near(one)] : [])), ...Array.from({ length: n }, box)].map(
        // Few different scores: what is equal keeps its order.
        (one) => [one, Math.round(next() * 20) / 20] as const,
      ),
    )
    return { kind: 'coco', truth, found }
  })
  agree(t, cases, ({ truth, found }) => {
    const made = new ImageClass()
    for (const [job, boxes] of truth.entries()) {
      made.add({
        job,
        truthAreasPx: boxes.map(([, , width, height]) => width * height),
        found: found[job].map(([[, , width, height], score]) => ({ areaPx: width * height, score })),
        iou: (d, g) => boxOverlap(boxes[g], found[job][d][0]),
      })
    }
    return made.figures()
  })
})

function boxOverlap([x, y, width, height]: readonly number[], [u, v, w, h]: readonly number[]): number {
  const common = [Math.min(x + width, u + w) - Math.max(x, u), Math.min(y + height, v + h) - Math.max(y, v)]
  if (common[0] <= 0 || common[1] <= 0) return 0
  const area = common[0] * common[1]
  return area / (width * height + w * h - area)
}

test('precision and errors of scored cuboids over frames are those of nuScenes', (t) => {
  const next = numbers(SEED + 6)
  const part = () => next() * 2 - 1
  const box = () => ({ t: [part() * 20, part() * 20, part()], s: [1 + next(), 2 + next(), 1 + next()], r: part() * 4 })
  const near = ({ t: [x, y, z], s, r }: ReturnType<typeof box>) => ({
    t: [x + part() * 2, y + part(), z],
    s: s.map((length) => length * (0.8 + next() * 0.4)),
    r: r + part() / 2,
  })
  const turned = <Box extends { r: number }>({ r, ...rest }: Box) => ({
    ...rest,
    r: [Math.cos(r / 2), 0, 0, Math.sin(r / 2)],
  })
  const cases = Array.from({ length: 40 }, (_, n) => {
    const truth = Array.from({ length: 5 }, () => Array.from({ length: 1 + Math.floor(next() * 8) }, box))
    const found = truth.map((boxes) =>
      [...boxes.flatMap((one) => (next() < 0.8 ? [near(one)] : [])), ...Array.from({ length: n % 7 }, box)].map(
        (one) => ({ ...turned(one), score: (1 + Math.floor(next() * 30)) / 31 }),
      ),
    )
    return { kind: 'nuscenes', truth: truth.map((boxes) => boxes.map(turned)), found }
  })
  const cuboid = ({
    t: [x, y, z],
    s: [width, length, height],
    r,
  }: {
    t: number[]
    s: number[]
    r: number[]
  }): Cuboid => ({
    position: { x, y, z },
    dimensions: { length, width, height },
    heading: { w: r[0], x: r[1], y: r[2], z: r[3] },
  })
  agree(t, cases, ({ truth, found }) => {
    const made = new SpaceClass()
    for (const [job, boxes] of truth.entries()) {
      const scored = found[job].map((one) => ({ cuboid: cuboid(one), score: one.score }))
      made.add(job, boxes.map(cuboid), scored)
    }
    const { ap, ate, ase, aoe } = made.figures()
    return { ap, ate, ase, aoe }
  })
})
