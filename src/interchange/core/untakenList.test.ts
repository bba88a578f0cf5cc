import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UntakenList } from './untakenList.ts'

test('unused values come before losses of records, however frequent those are', () => {
  const list = new UntakenList()
  for (let line = 1; line <= 5000; line++)
    list.add({ file: 'a.xml', line, field: 'box.attributes.z_order', type: 'UNKNOWN', lost: 'z_order' })
  list.add({ file: 'a.xml', line: 5001, type: 'INVALID_VALUE' })
  assert.equal(list.total, 5001)
  const first = list.first()
  assert.equal(first.length, 1000)
  assert.deepEqual(first[0], { file: 'a.xml', line: 5001, type: 'INVALID_VALUE' })
  assert.equal(first[1].lost, 'z_order')
  assert.deepEqual(list.kinds(), [
    { type: 'INVALID_VALUE', lost: null, count: 1 },
    { type: 'UNKNOWN', lost: 'z_order', count: 5000 },
  ])
})

test('names of a data set without end are counted without end of memory', () => {
  const list = new UntakenList()
  for (let index = 0; index < 3000; index++)
    list.add({ file: 'x'.repeat(2000), type: 'UNKNOWN', lost: `attribute ${index}` })
  assert.equal(list.total, 3000)
  assert.ok(list.kinds().length <= 200)
  assert.ok(list.first().every(({ file }) => file.length <= 301))
})
