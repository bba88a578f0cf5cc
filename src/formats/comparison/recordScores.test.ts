import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordScores } from './recordScores.ts'

const cuboid = (id: string, more: object) => ({ _id: id, type: 'cuboid', track_id: `t${id}`, frame_id: '0', ...more })
const documentOf = (annotations: readonly object[]) => ({
  data: { annotation_data: { tracks: [{ track_id: 'ta' }, { track_id: 'tb' }], annotations } },
})

test('cuboids have scores of their own; their tracks and their boxes on cameras need none', () => {
  const box = { _id: 'box', type: 'rectangle', track_id: 'ta', frame_id: '0', sensor_id: 'front' }
  const scores = recordScores(documentOf([cuboid('a', { score: 0.5 }), box, cuboid('b', { score: 0 })]))
  assert.deepEqual([scores?.get('a'), scores?.get('tb'), scores?.get('box')], [0.5, 0, undefined])
})

test('a cuboid without a score among scored ones is named, and a file may have no scores at all', () => {
  assert.throws(
    () => recordScores(documentOf([cuboid('a', { score: 0.5 }), cuboid('b', {})])),
    /record 2 has the score null/,
  )
  assert.equal(recordScores(documentOf([cuboid('a', {})])), null)
})
