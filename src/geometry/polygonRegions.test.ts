import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { type AreaRing, sharedArea } from './evenOddArea.ts'
import { joinedRings } from './joinedRings.ts'
import { nestingDepths, signedArea, withoutHoles } from './nestedRings.ts'
import { simplifiedRing } from './simplifiedRing.ts'
import { slicedRings } from './slicedRings.ts'

const box = (left: number, top: number, right: number, bottom: number): AreaRing => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]
const area = (rings: readonly AreaRing[]) => sharedArea(rings, []).a
const near = (a: number, b: number, slack = 1e-3) => assert.ok(Math.abs(a - b) <= slack, `${a} and ${b}`)

/** A star around a middle, with a smaller one in it as its hole where `hole` is true. */
const star = fc
  .record({
    x: fc.double({ min: 20, max: 80, noNaN: true }),
    y: fc.double({ min: 20, max: 80, noNaN: true }),
    radii: fc.array(fc.double({ min: 8, max: 30, noNaN: true }), { minLength: 3, maxLength: 12 }),
    hole: fc.boolean(),
  })
  .map(({ x, y, radii, hole }) => {
    const ring = (scale: number): AreaRing =>
      radii.map((radius, i) => {
        const angle = (i / radii.length) * 2 * Math.PI
        return { x: x + Math.cos(angle) * radius * scale, y: y + Math.sin(angle) * radius * scale }
      })
    return hole ? [ring(1), ring(0.4)] : [ring(1)]
  })
const place = fc.record({
  x: fc.double({ min: 0, max: 100, noNaN: true }),
  y: fc.double({ min: 0, max: 100, noNaN: true }),
})

test('a box cut across is two boxes, a cut that ends inside changes nothing', () => {
  const parts = slicedRings([box(0, 0, 10, 6)], { x: 4, y: -1 }, { x: 4, y: 7 })
  assert.deepEqual(parts.map(area), [36, 24])
  assert.deepEqual(slicedRings([box(0, 0, 10, 6)], { x: 4, y: -1 }, { x: 4, y: 3 }).map(area), [60])
})

test('a cut through a hole opens it; a hole next to the cut stays unchanged', () => {
  const ring = [box(0, 0, 10, 10), box(4, 4, 6, 6)]
  assert.deepEqual(
    slicedRings(ring, { x: 5, y: -1 }, { x: 5, y: 11 }).map((part) => [part.length, area(part)]),
    [
      [1, 48],
      [1, 48],
    ],
  )
  assert.deepEqual(
    slicedRings(ring, { x: 2, y: -1 }, { x: 2, y: 11 }).map((part) => [part.length, area(part)]),
    [
      [2, 76],
      [1, 20],
    ],
  )
})

test('a cut through corners cuts', () => {
  assert.deepEqual(slicedRings([box(0, 0, 10, 10)], { x: 0, y: 0 }, { x: 10, y: 10 }).map(area), [50, 50])
})

test('the parts of any cut cover what was there, and nothing twice', () => {
  fc.assert(
    fc.property(star, place, place, (rings, from, to) => {
      fc.pre(Math.hypot(to.x - from.x, to.y - from.y) > 1)
      const parts = slicedRings(rings, from, to)
      near(
        parts.map(area).reduce((a, b) => a + b, 0),
        area(rings),
      )
      for (const [i, part] of parts.entries())
        for (const other of parts.slice(i + 1)) near(sharedArea(part, other).common, 0)
      near(sharedArea(parts.flat(), rings).common, area(rings))
    }),
    { numRuns: 300 },
  )
})

test('two overlapping polygons become one; two that share a border become one and the border vanishes', () => {
  near(area(joinedRings([box(0, 0, 10, 10)], [box(5, 5, 15, 15)])), 175)
  const joined = joinedRings([box(0, 0, 10, 10)], [box(10, 2, 20, 8)])
  assert.equal(joined.length, 1)
  near(area(joined), 160)
})

test('a corner that snapped to a neighbouring border leaves no gap', () => {
  const slanted = [{ x: 0, y: 0 }, { x: 10, y: 3.3 }, { x: 4, y: 12 }] // biome-ignore format: a triangle
  const t = 1 / 3
  const foot = { x: t * 10, y: t * 3.3 }
  const beside = [foot, { x: 2, y: -6 }, { x: 10, y: 3.3 }] // biome-ignore format: a triangle
  const joined = joinedRings([slanted], [beside])
  assert.equal(joined.length, 1)
  near(area(joined), area([slanted]) + area([beside]))
})

test('a hole filled by another vanishes; two apart are one region in two parts', () => {
  assert.equal(joinedRings([box(0, 0, 10, 10), box(4, 4, 6, 6)], [box(4, 4, 6, 6)]).length, 1)
  assert.equal(joinedRings([box(0, 0, 4, 4)], [box(6, 0, 10, 4)]).length, 2)
})

test('joined, any two cover what both covered', () => {
  fc.assert(
    fc.property(star, star, (a, b) => {
      const { common } = sharedArea(a, b)
      const joined = joinedRings(a, b)
      near(area(joined), area(a) + area(b) - common, 0.01)
      near(sharedArea(joined, a).common, area(a), 0.01)
    }),
    { numRuns: 300 },
  )
})

test('the parts of a cut, joined again, are what was cut', () => {
  fc.assert(
    fc.property(star, place, place, (rings, from, to) => {
      fc.pre(Math.hypot(to.x - from.x, to.y - from.y) > 1)
      const [first, ...others] = slicedRings(rings, from, to)
      const joined = others.reduce<readonly AreaRing[]>((all, part) => joinedRings(all, part), first)
      near(sharedArea(joined, rings).common, area(rings), 0.01)
      near(area(joined), area(rings), 0.01)
    }),
    { numRuns: 150 },
  )
})

test('filled holes vanish, with everything in them', () => {
  const rings = [box(0, 0, 10, 10), box(2, 2, 8, 8), box(4, 4, 6, 6), box(20, 0, 22, 2)]
  assert.deepEqual(nestingDepths(rings), [0, 1, 2, 0])
  assert.equal(area(withoutHoles(rings)), 104)
})

test('a simplified ring stays within the tolerance and keeps straight sides by their ends', () => {
  const steps = Array.from({ length: 20 }, (_, i) => ({ x: i, y: Math.floor(i / 4) }))
  const ring = [...steps, { x: 19, y: 30 }, { x: 0, y: 30 }]
  const simple = simplifiedRing(ring, 0.8)
  assert.ok(simple.length < 8, String(simple.length))
  assert.ok(Math.abs(signedArea(simple) - signedArea(ring)) < 16)
  assert.equal(simplifiedRing(ring, 0).length, 12)
})
