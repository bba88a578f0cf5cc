import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { edgeCosts, HIGHEST_COST } from './edgeCosts.ts'
import { Livewire } from './livewire.ts'

const windows = fc
  .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      costs: fc
        .uint8Array({ minLength: width * height, maxLength: width * height })
        .map((cells) => cells.map((cell) => 1 + (cell % HIGHEST_COST))),
      seed: fc.record({ x: fc.nat(width - 1), y: fc.nat(height - 1) }),
      targets: fc.array(fc.record({ x: fc.nat(width - 1), y: fc.nat(height - 1) }), { minLength: 1, maxLength: 6 }),
    }),
  )

/** The costs of all lines, found by going over all steps until none makes one shorter (Bellman and Ford). */
function plainCosts(costs: Uint8Array, width: number, seed: { x: number; y: number }): number[] {
  const found = Array.from(costs, () => Number.POSITIVE_INFINITY)
  found[seed.y * width + seed.x] = 0
  for (let isShorter = true; isShorter; ) {
    isShorter = false
    for (let at = 0; at < costs.length; at++) {
      for (let next = 0; next < costs.length; next++) {
        const dx = Math.abs((at % width) - (next % width))
        const dy = Math.abs(Math.floor(at / width) - Math.floor(next / width))
        if (at === next || dx > 1 || dy > 1) continue
        const cost = found[at] + costs[next] * (dx + dy === 2 ? 7 : 5)
        if (cost >= found[next]) continue
        found[next] = cost
        isShorter = true
      }
    }
  }
  return found
}

test('every line is the cheapest, in whatever order the ends are requested, and runs through neighbouring cells', () => {
  fc.assert(
    fc.property(windows, ({ width, height, costs, seed, targets }) => {
      const wire = new Livewire(costs, width, height, seed)
      const expected = plainCosts(costs, width, seed)
      for (const target of targets) {
        const line = wire.lineTo(target)
        for (const [end, cell] of [
          [line[0], seed],
          [line[line.length - 1], target],
        ])
          assert.deepEqual([end.x, end.y], [cell.x, cell.y])
        let cost = 0
        for (const [i, { x, y }] of line.entries()) {
          if (i === 0) continue
          const [dx, dy] = [Math.abs(x - line[i - 1].x), Math.abs(y - line[i - 1].y)]
          assert.equal(Math.max(dx, dy), 1)
          cost += costs[y * width + x] * (dx + dy === 2 ? 7 : 5)
        }
        assert.equal(cost, expected[target.y * width + target.x])
        assert.equal(wire.costTo(target), cost)
      }
    }),
  )
})

test('costs are within their limits for any picture', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 4 * 6 * 5, maxLength: 4 * 6 * 5 }),
      fc.double({ min: 0, max: 1 }),
      (bytes, contrast) => {
        const rgba = Uint8ClampedArray.from(bytes, (byte) => byte * contrast)
        const costs = edgeCosts({ rgba, width: 6, height: 5 })
        assert.ok(costs.every((cost) => cost >= 1 && cost <= HIGHEST_COST))
      },
    ),
  )
})

test('between two clicks on the border of a disc the line follows the border, whatever its colour', () => {
  const [size, radius, middle] = [120, 40, 60]
  for (const inside of [
    [200, 200, 200],
    [90, 140, 90],
  ]) {
    const rgba = new Uint8ClampedArray(4 * size * size)
    for (let i = 0; i < size * size; i++) {
      const away = Math.hypot((i % size) + 0.5 - middle, Math.floor(i / size) + 0.5 - middle)
      rgba.set([...(away < radius ? inside : [90, 90, 90]), 255], 4 * i)
    }
    const wire = new Livewire(edgeCosts({ rgba, width: size, height: size }), size, size, { x: 20, y: 60 })
    const line = wire.lineTo({ x: 60, y: 99 })
    assert.ok(line.length > 40, `${line.length} cells are no quarter of the border`)
    for (const { x, y } of line) {
      const off = Math.abs(Math.hypot(x + 0.5 - middle, y + 0.5 - middle) - radius)
      assert.ok(off < 1.6, `${off.toFixed(2)} cells off at ${x}, ${y}`)
    }
  }
})
