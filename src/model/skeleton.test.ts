import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interpolateFlat } from './document/interpolate.ts'
import type { Landmark } from './document/shape.ts'
import {
  edgeFault,
  keypointState,
  placedSkeleton,
  type Skeleton,
  strangeLabels,
  withKeypointState,
} from './skeleton.ts'

const ARM: Skeleton = {
  points: [
    { name: 'shoulder', x: 0, y: 0 },
    { name: 'elbow', x: 0.5, y: 0.5 },
    { name: 'hand', x: 1, y: 1 },
  ],
  edges: [
    [1, 2],
    [2, 3],
  ],
}

test('the template fills the box, its points labelled from 1', () => {
  const { points } = placedSkeleton(ARM, { left: 0.2, top: 0.4, right: 0.4, bottom: 0.6 })
  assert.deepEqual(
    points.map(({ label, x, y }) => [label, x, y].map((n) => Math.round(n * 1000) / 1000)),
    [
      [1, 0.2, 0.4],
      [2, 0.3, 0.5],
      [3, 0.4, 0.6],
    ],
  )
})

test('a keypoint that was absent comes where the others suggest, and keeps its label', () => {
  const whole = placedSkeleton(ARM, { left: 0.2, top: 0.4, right: 0.4, bottom: 0.6 })
  const without = withKeypointState(ARM, whole, 2, 'absent')
  assert.ok(without)
  assert.equal(keypointState(without, 2), 'absent')
  const again = withKeypointState(ARM, without, 2, 'covered')
  assert.ok(again)
  const [, elbow] = again.points
  assert.equal(elbow.label, 2)
  assert.equal(elbow.visible, false)
  assert.ok(Math.hypot(elbow.x - 0.3, elbow.y - 0.5) < 1e-9)
})

test('the last keypoint cannot be made absent', () => {
  const one: Landmark = { type: 'landmark', points: [{ x: 0.5, y: 0.5, label: 1, visible: true }] }
  assert.equal(withKeypointState(ARM, one, 1, 'absent'), null)
})

test('labels beyond the skeleton and repeated ones are found', () => {
  const point = (label: number) => ({ x: 0, y: 0, label, visible: true })
  assert.deepEqual(strangeLabels(ARM, { type: 'landmark', points: [point(1), point(3), point(3), point(4)] }), [3, 4])
})

test('an edge joins two different points, once', () => {
  const edges: Skeleton['edges'] = [
    [1, 2],
    [2, 1],
    [3, 3],
    [3, 4],
  ]
  assert.deepEqual(
    edges.map((_, i) => edgeFault({ ...ARM, edges }, i)),
    [null, 'DUPLICATE', 'INVALID_VALUE', 'INVALID_VALUE'],
  )
})

test('between keyframes with different key points nothing is interpolated, even if they are equally many', () => {
  const a = withKeypointState(ARM, placedSkeleton(ARM, { left: 0, top: 0, right: 1, bottom: 1 }), 1, 'absent')
  const b = withKeypointState(ARM, placedSkeleton(ARM, { left: 0, top: 0, right: 1, bottom: 1 }), 3, 'absent')
  assert.ok(a && b)
  assert.equal(interpolateFlat(a, b, 0.5), a)
})
