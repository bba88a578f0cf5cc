import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultSchemas } from '../../formats/results/schemas.ts'
import { LazyList } from '../../json/lazyList.ts'
import { jsonPieces } from '../../json/pieces.ts'
import { validated } from './validatedResult.ts'

const record = {
  _id: 'r',
  type: 'cuboid',
  track_id: 't',
  frame_id: 'f',
  sensor_id: 'lidar',
  label: 'car',
  class_id: 'c',
  color: 'rgb(1, 2, 3)',
  key_frame: true,
  source: 'manual',
  position: { x: 1, y: 2, z: 3 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 2, height: 1 },
  point_count: 3,
  attributes: {},
}
const resultOf = (records: readonly object[], given = {}) => ({
  type: 'cuboid3d',
  schema_version: '1.0',
  job_id: 'j',
  reference_id: 'r',
  tag: 't',
  result_version: 1,
  data: {
    coordinate_system: {
      frame: 'common',
      reference: 'world',
      handedness: 'right',
      units: 'meter',
      quaternion: 'hamilton_wxyz',
      position: 'center',
      box_axes: { x: 'length_forward', y: 'width_left', z: 'height_up' },
    },
    annotation_data: { tracks: [], annotations: new LazyList(() => records) },
    sensor_data: { frames: [] },
  },
  ...given,
})
const written = (result: object) => [...jsonPieces(validated(result, resultSchemas.cuboid3d))].join('')

test('a result that fits its schema is written unchanged', () => {
  const result = resultOf([record, record])
  assert.equal(written(result), JSON.stringify(result))
})

test('a result that breaks its schema outside of its records is refused before anything is written', () => {
  assert.throws(() => validated(resultOf([], { result_version: 0 }), resultSchemas.cuboid3d), /result_version/)
})

test('a record that breaks the schema is refused when it is its turn', () => {
  assert.throws(() => written(resultOf([record, { ...record, point_count: -1 }])), /point_count/)
})
