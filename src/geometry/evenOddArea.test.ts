import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { type AreaRing, sharedArea } from './evenOddArea.ts'

const near = (actual: number, expected: number, tolerance = 1e-9): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)), `${actual} is not ${expected}`)

const square = (left: number, top: number, size: number): AreaRing => [
  { x: left, y: top },
  { x: left + size, y: top },
  { x: left + size, y: top + size },
  { x: left, y: top + size },
]

const coordinate = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1000)
const ring = fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 3, maxLength: 9 })
const region = fc.array(ring, { minLength: 1, maxLength: 3 })

test('two squares share their overlap, one with a hole what is not in it', () => {
  assert.deepEqual(sharedArea([square(0, 0, 4)], [square(2, 2, 4)]), { a: 16, b: 16, common: 4 })
  assert.deepEqual(sharedArea([square(0, 0, 4), square(1, 1, 2)], [square(1, 1, 2)]), { a: 12, b: 4, common: 0 })
  assert.deepEqual(sharedArea([square(0, 0, 4), square(1, 1, 2)], [square(0, 0, 2)]), { a: 12, b: 4, common: 3 })
})

test('a bow tie covers its two triangles', () => {
  const bowTie = [
    { x: 0, y: 0 },
    { x: 4, y: 4 },
    { x: 4, y: 0 },
    { x: 0, y: 4 },
  ]
  near(sharedArea([bowTie], [square(0, 0, 4)]).common, 8)
  near(sharedArea([bowTie], [square(0, 0, 2)]).common, 2)
})

test('nothing shares nothing', () => {
  assert.deepEqual(sharedArea([], []), { a: 0, b: 0, common: 0 })
  assert.deepEqual(sharedArea([square(0, 0, 2)], []), { a: 4, b: 0, common: 0 })
})

test('law: the same both ways, never more than either, all of itself, wherever it stands', () => {
  fc.assert(
    fc.property(region, region, (a, b) => {
      const there = sharedArea(a, b)
      const back = sharedArea(b, a)
      near(back.common, there.common)
      near(back.a, there.b)
      assert.ok(there.common <= Math.min(there.a, there.b) * (1 + 1e-12) + 1e-9)
      const same = sharedArea(a, a)
      assert.equal(same.common, same.a)
      const moved = (rings: readonly AreaRing[]) =>
        rings.map((r) => r.map(({ x, y }) => ({ x: x + 4096, y: y - 8192 })))
      near(sharedArea(moved(a), moved(b)).common, there.common, 1e-8)
    }),
  )
})

test('regions that cross themselves thousands of times are compared within three seconds, all but exactly', () => {
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const tangle = (points: number, next: () => number) =>
    Array.from({ length: points }, () => ({ x: next(), y: next() }))
  for (const points of [500, 4000, 20_000]) {
    const [a, b] = [[tangle(points, random(7))], [tangle(points, random(11))]]
    const startedMs = performance.now()
    const shared = sharedArea(a, b)
    const tookMs = performance.now() - startedMs
    assert.ok(tookMs < 3000, `${points} points: ${tookMs} ms`)
    // Half of the square is inside of each, and a quarter inside of both.
    near(shared.common, 0.25, 0.05)
    const same = sharedArea(a, a)
    assert.deepEqual([same.a, same.b], [same.common, same.common])
  }
})

test('law: turned by a quarter it is as large, and agrees with points counted on a grid', () => {
  fc.assert(
    fc.property(region, region, (a, b) => {
      const { common } = sharedArea(a, b)
      const turned = (rings: readonly AreaRing[]) => rings.map((r) => r.map(({ x, y }) => ({ x: -y, y: x })))
      near(sharedArea(turned(a), turned(b)).common, common, 1e-7)
      let hits = 0
      for (let i = 0; i < 10_000; i++) {
        const point = { x: (i % 100) + 0.5, y: Math.floor(i / 100) + 0.5 }
        if (covers(a, point) && covers(b, point)) hits++
      }
      assert.ok(Math.abs(hits - common) < 400, `${hits} points in ${common}`)
    }),
    { numRuns: 60 },
  )
})

/** Crossing number. */
function covers(rings: readonly AreaRing[], { x, y }: AreaRing[number]): boolean {
  let inside = false
  for (const r of rings) {
    for (let i = 0, j = r.length - 1; i < r.length; j = i++) {
      const [a, b] = [r[i], r[j]]
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
    }
  }
  return inside
}
