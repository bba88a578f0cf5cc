import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../src/demo/street/random.ts'
import { fitCuboid } from '../../src/model/fit/fitCuboid.ts'

const PERSON = { length: 0.6, width: 0.6, height: 1.75 }
const SENSOR = { x: 0, y: 0, z: 1.8 }
const AWAY_M = 10

/** Two people side by side, as a lidar at the origin sees them, on flat ground. @param apartM between their middles */
function twoPeople(apartM: number): Float64Array {
  const random = createRandom(7)
  const points: number[] = []
  for (let x = 4; x < 16; x += 0.25)
    for (let y = -6; y < 6; y += 0.25) points.push(x, y, 0.01 * random.between(-0.5, 0.5))
  for (const middleY of [-apartM / 2, apartM / 2]) {
    for (let z = 0.1; z < 1.75; z += 0.08) {
      // The side towards the sensor alone.
      for (let angle = -1.3; angle <= 1.3; angle += 0.13) {
        const radius = 0.26 + 0.02 * random.between(-0.5, 0.5)
        points.push(AWAY_M - radius * Math.cos(angle), middleY + radius * Math.sin(angle), z)
      }
    }
  }
  return Float64Array.from(points)
}

for (const apartM of [0.7, 0.9]) {
  test(`a click on one of two people ${apartM} m apart makes the box of that one`, () => {
    const positions = twoPeople(apartM)
    for (const y of [-apartM / 2, apartM / 2]) {
      const gesture = { kind: 'click', at: { x: AWAY_M - 0.2, y } } as const
      const result = fitCuboid({ positions, gesture, classSize: PERSON, sensorPosition: SENSOR })
      assert.ok('cuboid' in result)
      const { position, dimensions } = result.cuboid
      assert.ok(Math.abs(position.y - y) < 0.15, `${position.y - y} m beside the person`)
      assert.ok(Math.max(dimensions.length, dimensions.width) < 0.95, `${dimensions.length} × ${dimensions.width} m`)
    }
  })
}

for (const apartM of [0.54, 0.7, 0.9]) {
  test(`a drag over one of two people ${apartM} m apart makes the box of that one`, () => {
    const positions = twoPeople(apartM)
    for (const y of [-apartM / 2, apartM / 2]) {
      const drags = [
        { kind: 'drag', from: { x: AWAY_M - 0.25, y }, to: { x: AWAY_M + 0.25, y } },
        { kind: 'drag', from: { x: AWAY_M + 0.25, y }, to: { x: AWAY_M - 0.25, y } },
        { kind: 'drag', from: { x: AWAY_M, y: y - 0.25 }, to: { x: AWAY_M, y: y + 0.25 } },
        { kind: 'drag', from: { x: AWAY_M + 0.1, y: y + 0.25 }, to: { x: AWAY_M, y: y - 0.25 } },
      ] as const
      // Where they touch, a slanted drag ends on the other one.
      for (const gesture of apartM < 0.6 ? drags.slice(0, 3) : drags) {
        const result = fitCuboid({ positions, gesture, classSize: PERSON, sensorPosition: SENSOR })
        assert.ok('cuboid' in result)
        const { position, dimensions } = result.cuboid
        const said = `${JSON.stringify(gesture)}: ${(position.y - y).toFixed(2)} m off, ${dimensions.length.toFixed(2)} × ${dimensions.width.toFixed(2)}`
        assert.ok(Math.abs(position.y - y) < 0.15, said)
        assert.ok(Math.max(dimensions.length, dimensions.width) < 0.95, said)
      }
    }
  })
}
