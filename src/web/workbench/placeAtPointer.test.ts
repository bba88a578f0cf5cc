import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PageBox, placeAtPointer } from './placeAtPointer.ts'

const WINDOW = { width: 1366, height: 768 }
const MESSAGE = { width: 240, height: 40 }

const distanceTo = (box: PageBox, { x, y }: { x: number; y: number }) =>
  Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y)

test('a message is shown below the pointer, and its centre is near', () => {
  const pointer = { x: 600, y: 300 }
  assert.deepEqual(placeAtPointer(pointer, MESSAGE, WINDOW, []), { ...MESSAGE, left: 480, top: 320 })
})

test('in every corner of the window the whole message is visible, near the pointer and not under it', () => {
  for (const x of [0, 40, 683, 1326, 1365]) {
    for (const y of [0, 30, 384, 740, 767]) {
      const place = placeAtPointer({ x, y }, MESSAGE, WINDOW, [])
      assert.ok(place.left >= 0 && place.left + place.width <= WINDOW.width, `${x} ${y}`)
      assert.ok(place.top >= 0 && place.top + place.height <= WINDOW.height, `${x} ${y}`)
      assert.ok(distanceTo(place, { x, y }) <= 160, `${x} ${y}: ${distanceTo(place, { x, y })}`)
      const isUnder = x >= place.left && x <= place.left + 240 && y >= place.top && y <= place.top + 40
      assert.ok(!isUnder, `${x} ${y}`)
    }
  }
})

test('a button below the pointer is not covered while there is another place', () => {
  const button = { left: 560, top: 330, width: 80, height: 30 }
  const { top } = placeAtPointer({ x: 600, y: 300 }, MESSAGE, WINDOW, [button])
  assert.equal(top, 300 - 20 - 40)
})
