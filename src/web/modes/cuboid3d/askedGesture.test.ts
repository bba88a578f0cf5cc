import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedGesture } from './askedGesture.ts'

const onGround = ({ x, y }: { x: number; y: number }) => ({ x, y, z: 2 })

test('a rectangle is sent with its corners, and with ends in the middle of its short sides', () => {
  const corners = [
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 2, y: 6 },
    { x: 0, y: 6 },
  ]
  for (const turned of [corners, [...corners.slice(1), corners[0]]]) {
    const asked = askedGesture({ kind: 'rectangle', corners: turned }, 'car', onGround)
    assert.deepEqual([asked.from, asked.to].map(({ y }) => y).sort(), [0, 6])
    assert.deepEqual([asked.from.x, asked.to.x, asked.from.z], [1, 1, 2])
    assert.deepEqual(asked.corners, turned.map(onGround))
  }
  const click = askedGesture({ kind: 'click', at: { x: 1, y: 2 } }, 'car', onGround)
  assert.deepEqual(click, { label: 'car', from: { x: 1, y: 2, z: 2 }, to: { x: 1, y: 2, z: 2 } })
})
