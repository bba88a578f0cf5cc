import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likelyClass, standingExtent } from './likelyClass.ts'
import { randomOf } from './testClouds.ts'

function boxOf(lengthM: number, widthM: number, heightM: number, turnRad: number) {
  const random = randomOf(9)
  const points = Array.from({ length: 400 }, () => {
    const [along, across] = [lengthM * (random() - 0.5), widthM * (random() - 0.5)]
    return {
      x: 500 + along * Math.cos(turnRad) - across * Math.sin(turnRad),
      y: along * Math.sin(turnRad) + across * Math.cos(turnRad),
      z: heightM * random(),
    }
  })
  return standingExtent(points.length, (place) => points[place])
}

const KNOWN = [
  { classId: 'car', longM: 4.4, shortM: 1.8, heightM: 1.5 },
  { classId: 'truck', longM: 9, shortM: 2.6, heightM: 3.2 },
  { classId: 'person', longM: 0.7, shortM: 0.5, heightM: 1.7 },
]

test('a cluster is likely what is most like it in size, however it is turned; nothing where none is', () => {
  const classOf = (...size: [number, number, number, number]) => {
    const extent = boxOf(...size)
    return extent && likelyClass(extent, KNOWN)
  }
  for (const turn of [0, 0.6, 1.5, 2.9]) {
    assert.equal(classOf(4.2, 1.7, 1.4, turn), 'car')
    assert.equal(classOf(8, 2.5, 3, turn), 'truck')
    assert.equal(classOf(0.6, 0.5, 1.8, turn), 'person')
    assert.equal(classOf(30, 0.3, 6, turn), null)
  }
  assert.equal(
    standingExtent(0, () => ({ x: 0, y: 0, z: 0 })),
    null,
  )
})
