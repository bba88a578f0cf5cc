import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GroundGrid } from './groundGrid.ts'

/** A point every `step` metres over 40 × 40 m, at the height given. */
function cloud(heightAt: (x: number, y: number) => number, step = 0.5): number[] {
  const points: number[] = []
  for (let x = -20; x <= 20; x += step) for (let y = -20; y <= 20; y += step) points.push(x, y, heightAt(x, y))
  return points
}

const covers = (x: number, y: number): boolean => Math.abs(x) < 2.3 && Math.abs(y) < 0.95

for (const slopeDeg of [0, 2, 5]) {
  test(`under a car on a slope of ${slopeDeg}° the ground continues as around it`, () => {
    const slope = Math.tan((slopeDeg * Math.PI) / 180)
    const ground = (x: number, y: number): number => 7 + slope * (0.6 * x + 0.8 * y)
    const grid = new GroundGrid(Float64Array.from(cloud((x, y) => ground(x, y) + (covers(x, y) ? 1.4 : 0))))
    for (const [x, y] of [
      [0, 0],
      [2, 0.5],
      [-10, 3],
      [5, -12.3],
    ]) {
      assert.ok(Math.abs(grid.heightAt(x, y) - ground(x, y)) < 0.05, `${grid.heightAt(x, y) - ground(x, y)} m off`)
    }
  })
}

test('a wall does not become a hill, and a few reflections below the street do not become a pit', () => {
  const points = cloud((x) => (x > 6 ? 4 : 0))
  points.push(0, 0, -2.5, 0.1, 0, -2.4, -8, 3, -6)
  const grid = new GroundGrid(Float64Array.from(points))
  for (const [x, y] of [
    [0, 0],
    [-8, 3],
    [4.5, 2],
  ]) {
    assert.ok(Math.abs(grid.heightAt(x, y)) < 0.1, `${grid.heightAt(x, y)} m at ${x} ${y}`)
  }
})

test('points without a place are ignored; a cloud that has only those has no ground', () => {
  const points = cloud(() => 1)
  points.push(Number.NaN, 0, -9, 0, Number.NaN, -9, 0, 0, Number.NaN, 0, 0, Number.NEGATIVE_INFINITY)
  assert.ok(Math.abs(new GroundGrid(Float64Array.from(points)).heightAt(0, 0) - 1) < 1e-9)
  assert.ok(Number.isNaN(new GroundGrid(new Float64Array([Number.NaN, 0, 0])).heightAt(0, 0)))
  assert.ok(Number.isNaN(new GroundGrid(new Float32Array()).heightAt(0, 0)))
})

test('outside the cloud the ground continues from its edge', () => {
  const grid = new GroundGrid(Float64Array.from(cloud((x) => 0.02 * x)))
  assert.ok(Math.abs(grid.heightAt(25, 0) - 0.5) < 0.05)
})

test('a field below a dam is ground too, and the road on the dam keeps its height', () => {
  const points = cloud((_, y) => (y > 8 ? -3 : 0))
  const grid = new GroundGrid(Float64Array.from(points))
  assert.ok(Math.abs(grid.heightAt(0, 0)) < 0.1, `${grid.heightAt(0, 0)} m on the road`)
  assert.ok(Math.abs(grid.heightAt(3, 5)) < 0.1, `${grid.heightAt(3, 5)} m near its edge`)
  assert.ok(Math.abs(grid.heightAt(0, 15) + 3) < 0.1, `${grid.heightAt(0, 15)} m in the field`)
})
