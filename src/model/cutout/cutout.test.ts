import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectedParts } from './connected.ts'
import { cutTask } from './cutWindow.ts'
import { BACKGROUND, gridCut, LINK_STEPS, OBJECT, OPEN } from './gridCut.ts'
import { objectCut } from './objectCut.ts'
import { similarRegion } from './similarRegion.ts'
import { segmentBorders, superpixels, touchedSegments } from './superpixels.ts'

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
}

test('a cut costs no more than any other', () => {
  const random = randomFrom(7)
  const [width, height] = [4, 3]
  for (let round = 0; round < 60; round++) {
    const states = Uint8Array.from({ length: width * height }, () => (random() < 0.2 ? Math.floor(2 * random()) : OPEN))
    const bias = Int32Array.from(states, () => Math.floor(40 * random()) - 20)
    const links = Int32Array.from({ length: 4 * states.length }, () => Math.floor(15 * random()))
    const costOf = (cells: ArrayLike<number>) => {
      let cost = 0
      for (let at = 0; at < states.length; at++) {
        if (states[at] === OPEN) cost += cells[at] === OBJECT ? Math.max(0, -bias[at]) : Math.max(0, bias[at])
        for (const [link, { dx, dy }] of LINK_STEPS.entries()) {
          const [x, y] = [(at % width) + dx, Math.floor(at / width) + dy]
          const isIn = x >= 0 && x < width && y < height
          if (isIn && cells[y * width + x] !== cells[at]) cost += links[4 * at + link]
        }
      }
      return cost
    }
    let least = Number.POSITIVE_INFINITY
    for (let bits = 0; bits < 1 << states.length; bits++) {
      const cells = Array.from(states, (state, at) => (state === OPEN ? (bits >> at) & 1 : state))
      least = Math.min(least, costOf(cells))
    }
    assert.equal(costOf(gridCut({ width, height, states, bias, links })), least)
  }
})

/** A disc that shades from light to dark, as the noisy ground around it does the other way. */
function disc(size: number) {
  const random = randomFrom(3)
  const rgba = new Uint8ClampedArray(4 * size * size)
  const truth = new Uint8Array(size * size)
  for (let at = 0; at < truth.length; at++) {
    const [x, y] = [at % size, Math.floor(at / size)]
    truth[at] = Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) < size / 4 ? 1 : 0
    const noise = 20 * random()
    const shade = (60 * y) / size
    rgba.set(truth[at] ? [150 + shade + noise, 90, 60 + noise, 255] : [90 - shade / 2 + noise, 90, 90, 255], 4 * at)
  }
  return { pixels: { rgba, width: size, height: size }, truth }
}

test('superpixels hang together, keep to edges, and lines over them take in and take away', () => {
  const { pixels, truth } = disc(160)
  const segments = superpixels(pixels, 20)
  const parts = new Map<number, { size: number; inside: number }>()
  segments.forEach((segment, at) => {
    const part = parts.get(segment) ?? { size: 0, inside: 0 }
    parts.set(segment, { size: part.size + 1, inside: part.inside + truth[at] })
  })
  assert.ok(parts.size > 40 && parts.size < 90, `${parts.size} segments`)
  // Each segment taken for what most of it is: what such a painting can reach at best.
  const best = segments.map((segment) => {
    const { size, inside } = parts.get(segment) ?? { size: 0, inside: 0 }
    return 2 * inside > size ? 1 : 0
  })
  const both = best.filter((is, at) => is && truth[at]).length
  const either = best.filter((is, at) => is || truth[at]).length
  assert.ok(both / either > 0.95, `IoU ${both / either}`)
  const cells = Uint8Array.from(segments, (segment) => (segment === segments[0] ? 1 : 0))
  assert.equal(connectedParts({ ...pixels, cells }, 1).length, 1)
  const stroke = (isObject: boolean) => ({
    points: [
      { x: 60, y: 80 },
      { x: 100, y: 80 },
    ],
    isObject,
  })
  const painted = touchedSegments(segments, pixels, [stroke(true)])
  assert.ok(painted[80 * 160 + 60] && painted[80 * 160 + 100] && !painted[0])
  assert.ok(!touchedSegments(segments, pixels, [stroke(true), stroke(false)]).includes(1))
})

test('borders of superpixels are where two of them meet, on both sides', () => {
  // Two rows of three cells: segment 0 on the left, 1 on the right.
  assert.deepEqual(
    [...segmentBorders(Int32Array.from([0, 0, 1, 0, 1, 1]), { width: 3, height: 2 })],
    [0, 1, 2, 1, 2, 0],
  )
  assert.deepEqual([...segmentBorders(new Int32Array(6), { width: 3, height: 2 })], [0, 0, 0, 0, 0, 0])
})

const BOX = (size: number) => ({ from: { x: size * 0.2, y: size * 0.2 }, to: { x: size * 0.8, y: size * 0.8 } })

for (const size of [100, 400]) {
  test(`in a window of ${size} cells a side the cut is the object in the box, but for a few cells`, () => {
    const { pixels, truth } = disc(size)
    const wrong = objectCut(cutTask(pixels, BOX(size), [])).filter((cell, at) => cell !== truth[at]).length
    assert.ok(wrong < 0.002 * truth.length, `${wrong} cells are wrong`)
  })
}

test('pixels that a line marks as object or ground keep that label, whatever their colour', () => {
  const size = 100
  const { pixels } = disc(size)
  const line = (y: number, isObject: boolean) => ({
    points: [
      { x: 40, y },
      { x: 60, y },
    ],
    radius: 2,
    isObject,
  })
  const cells = objectCut(cutTask(pixels, BOX(size), [line(22, true), line(50, false)]))
  assert.equal(cells[22 * size + 50], OBJECT)
  assert.equal(cells[50 * size + 50], BACKGROUND)
})

test('a box around the whole picture cuts too', () => {
  const { pixels, truth } = disc(120)
  const box = { from: { x: 0, y: 0 }, to: { x: 120, y: 120 } }
  const wrong = objectCut(cutTask(pixels, box, [])).filter((cell, at) => cell !== truth[at]).length
  assert.ok(wrong < 0.01 * truth.length, `${wrong} cells are wrong`)
})

test('a region of similar colour ends where more differs than the tolerance, and hangs together', () => {
  const values = [10, 12, 14, 40, 12, 12]
  const rgba = Uint8ClampedArray.from(values.flatMap((value) => [value, value, value, 255]))
  const pixels = { rgba, width: 6, height: 1 }
  assert.deepEqual([...similarRegion(pixels, { x: 1, y: 0 }, 3)], [1, 1, 1, 0, 0, 0])
  assert.deepEqual([...similarRegion(pixels, { x: 1, y: 0 }, 30)], [1, 1, 1, 1, 1, 1])
})
