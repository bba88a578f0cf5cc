import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOfRecords, recordsOfData } from './proposed.ts'

test('lines and points that an assistant proposes stay what they are; a record without a type is a cuboid', () => {
  const points = [
    { x: 0, y: 0, z: 0 },
    { x: 5, y: 0, z: 0 },
  ]
  const annotations = [
    { type: 'polyline3d', track_id: 'a', frame_id: '0', label: 'lane', points },
    { type: 'keypoint3d', track_id: 'b', frame_id: '0', label: 'pole', points: points.slice(1) },
    { track_id: 'c', frame_id: '0', label: 'car' },
  ]
  let count = 0
  const proposed = recordsOfData('cuboid3d', { annotation_data: { annotations } }, () => `id-${++count}`)
  assert.deepEqual(
    proposed.map(({ record }) => [record.type, record.source, record.points]),
    [
      ['polyline3d', 'machine', points],
      ['keypoint3d', 'machine', points.slice(1)],
      ['cuboid', 'machine', undefined],
    ],
  )
  assert.deepEqual(dataOfRecords('cuboid3d', proposed), {
    annotation_data: { tracks: [], annotations: proposed.map(({ record }) => record) },
  })
})
