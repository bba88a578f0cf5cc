import assert from 'node:assert/strict'
import { test } from 'node:test'
import { box, compared, LIDAR, record } from '../../../test/comparedRecords.ts'
import type { SolidShape } from '../../model/compare/comparedRecord.ts'
import { countedWork } from './scoreWork.ts'

const CUBOID: SolidShape = {
  type: 'solid',
  cuboid: {
    position: { x: 10, y: 0, z: 0 },
    heading: { w: 1, x: 0, y: 0, z: 0 },
    dimensions: { length: 4, width: 2, height: 1.5 },
  },
}
const LINKED = { ...LIDAR, annotationType: 'cuboid3d_linked2d' } as const
const lights = (value: string) => ({ attributes: new Map([['lights', value]]) })
const onFront = { sensorId: 'front' }

test('boxes on cameras count besides the cuboids: by class, by attribute and in the confusion matrix', () => {
  const a = [
    record('1', CUBOID, lights('on')),
    record('2', box(0, 0, 10, 10), { ...onFront, ...lights('on') }),
    record('3', box(50, 50, 10, 10), onFront),
    record('4', box(80, 80, 10, 10), onFront),
  ]
  const b = [
    record('1', CUBOID, lights('on')),
    record('2', box(0, 0, 10, 10), { ...onFront, ...lights('off') }),
    record('3', box(50, 50, 10, 10), { ...onFront, label: 'van' }),
  ]
  assert.deepEqual(countedWork(compared(a, b, LINKED)), {
    classes: [
      { label: 'car', tp: 2, onlyA: 2, onlyB: 0, quality: 2 },
      { label: 'van', tp: 0, onlyA: 0, onlyB: 1, quality: 0 },
    ],
    attributes: [{ name: 'lights', n: 2, equal: 1 }],
    confusion: [
      { a: 'car', b: 'car', count: 2 },
      { a: 'car', b: 'van', count: 1 },
      { a: 'car', b: null, count: 1 },
    ],
  })
})
